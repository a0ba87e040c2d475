import { webcrypto } from 'node:crypto'
import {
  accountProofMessage,
  addAccountsMessage,
  api,
  authShareMessage,
  confirmMessage,
  generationProofMessage,
  type RouteRequest,
  type Sealed,
  sealContext,
  sealInfo,
} from '@sallyport/contract'
import {
  type ChainName,
  deriveKey,
  generateSealKeyPair,
  hashShare,
  loadChain,
  newEntropy,
  randomBytes,
  seedFromEntropy,
  splitRoot,
  toBase64url,
} from '@sallyport/crypto'
import type { CallOptions } from './call.js'
import type { TestKit } from './kit.js'
import { encryptShare, open, seal } from './seal-as-frame.js'
import { type RecoveryKeyBody, recoveryKeyBody } from './test-recovery.js'

/** The owner of a device; `userId` as in the token's `sub`. */
export interface TestDeviceOwner {
  appId: string
  userId: string
  /** The key that the device seals its auth share to: the kit's. */
  apiPublicKey: string
}

type CreateBody = RouteRequest<typeof api.embeddedWallet.create>['body']
type AddGenerationBody = RouteRequest<typeof api.embeddedWallet.addGeneration>['body']
type GenerationBody = Omit<AddGenerationBody, 'root_proof' | keyof RecoveryKeyBody>
type AddAccountsBody = RouteRequest<typeof api.embeddedWallet.addAccounts>['body']
type Account = CreateBody['accounts'][number]

/** The wallet frame's work in Node: one root, one device's shares, real signatures. */
export interface TestDevice extends TestDeviceOwner {
  walletId: string
  generationId: string
  entropy: Uint8Array
  /** Of this device's generation, and its id in the vault. */
  recoveryKey: Uint8Array
  recoveryKeyId: string
  /** The three encoded shares. */
  shares: Record<'device' | 'auth' | 'recovery', Uint8Array>
  encryptedRecoveryShare: Uint8Array
  generationBody: GenerationBody
  /** Signs with the device key (raw ECDSA P-256, base64url). */
  sign(message: string): Promise<string>
}

/** Creates a device with shares of a new root or the given one. */
export async function createTestDevice(
  owner: TestDeviceOwner,
  root: { walletId: string; entropy: Uint8Array } = newRoot(),
): Promise<TestDevice> {
  const { appId, userId, apiPublicKey } = owner
  const { walletId, entropy } = root
  const recoveryKey = randomBytes(webcrypto, 32)
  const scope = { appId, userId, walletId, generationId: webcrypto.randomUUID() }
  const shares = await splitRoot(entropy, scope)
  const encryptedRecoveryShare = await encryptShare(shares.recovery, recoveryKey)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const spki = new Uint8Array(await webcrypto.subtle.exportKey('spki', keys.publicKey))
  return {
    ...scope,
    apiPublicKey,
    entropy,
    recoveryKey,
    recoveryKeyId: webcrypto.randomUUID(),
    shares,
    encryptedRecoveryShare,
    generationBody: {
      generation_id: scope.generationId,
      device_public_key: toBase64url(spki),
      sealed_auth_share: await seal(shares.auth, {
        recipient: apiPublicKey,
        info: sealInfo.authShareUpload,
        context: sealContext(scope),
      }),
      encrypted_recovery_share: toBase64url(encryptedRecoveryShare),
      share_hashes: {
        device: toBase64url(hashShare(shares.device)),
        auth: toBase64url(hashShare(shares.auth)),
        recovery: toBase64url(hashShare(shares.recovery)),
      },
    },
    sign: async (message) => {
      const bytes = new TextEncoder().encode(message)
      const how = { name: 'ECDSA', hash: 'SHA-256' }
      return toBase64url(new Uint8Array(await webcrypto.subtle.sign(how, keys.privateKey, bytes)))
    },
  }
}

/** Derives an address of the device's root and its proof. */
export async function claimAccount(
  device: TestDevice,
  place: { chainType: ChainName; walletIndex?: number },
): Promise<Account> {
  const { chainType, walletIndex = 0 } = place
  const chain = await loadChain[chainType]()
  const privateKey = chain.derivePrivateKey(
    await seedFromEntropy(device.entropy, webcrypto.subtle),
    walletIndex,
  )
  const { address, publicKeyText } = chain.address(privateKey)
  const message = accountProofMessage({ ...device, chainType, walletIndex, address })
  return {
    chain_type: chainType,
    wallet_index: walletIndex,
    address,
    ...(publicKeyText === undefined ? {} : { public_key: publicKeyText }),
    proof: toBase64url(chain.signProof(privateKey, message)),
  }
}

/** Builds the body of `create`: an Ethereum and a Solana address, and the recovery key sealed to the vault. */
export async function createBody(device: TestDevice, vaultPublicKey: string): Promise<CreateBody> {
  return {
    wallet_id: device.walletId,
    ...device.generationBody,
    accounts: [
      await claimAccount(device, { chainType: 'ethereum' }),
      await claimAccount(device, { chainType: 'solana' }),
    ],
    ...(await recoveryKeyBody(device, vaultPublicKey)),
  }
}

/** Builds the body of `addGeneration`: the device's shares, signed by the root's first Ethereum key. */
export async function addGenerationBody(
  device: TestDevice,
  vaultPublicKey: string,
): Promise<AddGenerationBody> {
  const { generationBody } = device
  const message = generationProofMessage({
    ...device,
    shareHashes: generationBody.share_hashes,
    devicePublicKey: generationBody.device_public_key,
  })
  return {
    ...generationBody,
    ...(await recoveryKeyBody(device, vaultPublicKey)),
    root_proof: await signAsRoot(device, message),
  }
}

/** Builds the body of `addAccounts`, signed by the device and by the root's first Ethereum key. */
export async function addAccountsBody(
  device: TestDevice,
  accounts: Account[],
): Promise<AddAccountsBody> {
  const message = addAccountsMessage({ ...device, accounts })
  return {
    accounts,
    generation_id: device.generationId,
    device_signature: await device.sign(message),
    root_proof: await signAsRoot(device, message),
  }
}

/** Signs `message` with the root's first Ethereum key, base64url. */
export async function signAsRoot(
  { entropy }: Pick<TestDevice, 'entropy'>,
  message: string,
): Promise<string> {
  const chain = await loadChain.ethereum()
  const privateKey = chain.derivePrivateKey(await seedFromEntropy(entropy, webcrypto.subtle), 0)
  return toBase64url(chain.signProof(privateKey, message))
}

/** The root's custody key and its signature over `text`, as a frame sends them. */
export async function custodyOf(
  { entropy, walletId }: Pick<TestDevice, 'entropy' | 'walletId'>,
  text: string,
): Promise<{ address: string; proof: string }> {
  const chain = await loadChain.ethereum()
  const info = 'sallyport custody key v1'
  const privateKey = deriveKey({ secret: entropy, salt: walletId, info })
  const { address } = chain.address(privateKey)
  return { address, proof: toBase64url(chain.signProof(privateKey, text)) }
}

/** Builds the body of `confirm`. */
export async function confirmBody(device: TestDevice, receipt: string) {
  return { receipt, device_signature: await device.sign(confirmMessage({ ...device, receipt })) }
}

/** Builds the body of `authShare` and a function that opens its answer. */
export async function authShareBody(device: TestDevice) {
  const pair = await generateSealKeyPair()
  const ephemeralPublicKey = toBase64url(pair.publicKey)
  const message = authShareMessage({ ...device, ephemeralPublicKey })
  return {
    body: {
      ephemeral_public_key: ephemeralPublicKey,
      device_signature: await device.sign(message),
    },
    open: (sealed: Sealed) =>
      open(sealed, { pair, info: sealInfo.authShare, context: sealContext(device) }),
  }
}

/** Fetches the auth share of a stored generation, as a frame does before it confirms. */
export async function readBack(
  kit: Pick<TestKit, 'call'>,
  device: TestDevice,
  options: CallOptions,
): Promise<void> {
  const { walletId: wallet_id, generationId: generation_id } = device
  const { body } = await authShareBody(device)
  const params = { wallet_id, generation_id }
  await kit.call(api.embeddedWallet.authShare, { params, body }, options)
}

function newRoot() {
  return {
    walletId: webcrypto.randomUUID(),
    entropy: newEntropy(webcrypto),
  }
}
