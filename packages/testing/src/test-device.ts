import { createHash, webcrypto } from 'node:crypto'
import {
  accountProofMessage,
  addAccountsMessage,
  api,
  authShareMessage,
  confirmMessage,
  generationProofMessage,
  type RouteRequest,
  recoverMessage,
  recoveryKeyContext,
  recoveryKeyProofMessage,
  recoveryKeyUploadContext,
  type Sealed,
  sealContext,
  sealInfo,
} from '@sallyport/contract'
import {
  type ChainName,
  fromBase64url,
  generateSealKeyPair,
  hashShare,
  loadChain,
  newEntropy,
  openSealed,
  randomBytes,
  type SealKeyPair,
  sealTo,
  seedFromEntropy,
  splitRoot,
  toBase64url,
} from '@sallyport/crypto'
import type { CallOptions } from './call.js'
import type { TestKit } from './kit.js'

/** The owner of a device; `userId` as in the token's `sub`. */
export interface TestDeviceOwner {
  appId: string
  userId: string
  /** The key that the device seals its auth share to: the kit's. */
  apiPublicKey: string
}

type CreateBody = RouteRequest<typeof api.embeddedWallet.create>['body']
type AddGenerationBody = RouteRequest<typeof api.embeddedWallet.addGeneration>['body']
type RecoveryKeyBody = Pick<
  AddGenerationBody,
  'recovery_key_id' | 'sealed_recovery_key' | 'read_back_public_key'
>
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
  const privateKey = chain.derivePrivateKey(await seedFromEntropy(device.entropy), walletIndex)
  const { address } = chain.address(privateKey)
  const message = accountProofMessage({ ...device, chainType, walletIndex, address })
  return {
    chain_type: chainType,
    wallet_index: walletIndex,
    address,
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

/** Builds what stores the device's recovery key; a `receiver` opens the vault's answer. */
export async function recoveryKeyBody(
  device: Pick<TestDevice, 'appId' | 'userId' | 'walletId' | 'recoveryKey' | 'recoveryKeyId'>,
  vaultPublicKey: string,
  receiver?: { publicKey: Uint8Array },
): Promise<RecoveryKeyBody> {
  const { publicKey } = receiver ?? (await generateSealKeyPair())
  const readBackPublicKey = toBase64url(publicKey)
  return {
    recovery_key_id: device.recoveryKeyId,
    sealed_recovery_key: await seal(device.recoveryKey, {
      recipient: vaultPublicKey,
      info: sealInfo.recoveryKeyUpload,
      context: recoveryKeyUploadContext({ ...device, readBackPublicKey }),
    }),
    read_back_public_key: readBackPublicKey,
  }
}

/** Builds the body that gives a device's generation the recovery key of `next`, signed by the root's first Ethereum key. */
export async function replaceRecoveryKeyBody(
  device: TestDevice,
  next: { recoveryKey: Uint8Array; recoveryKeyId: string; vaultPublicKey: string },
): Promise<RouteRequest<typeof api.embeddedWallet.replaceRecoveryKey>['body']> {
  const { recoveryKey, recoveryKeyId } = next
  const encrypted = toBase64url(await encryptShare(device.shares.recovery, recoveryKey))
  const replaces = device.recoveryKeyId
  const names = { ...device, replaces, recoveryKeyId, encryptedRecoveryShare: encrypted }
  return {
    ...(await recoveryKeyBody({ ...device, recoveryKey, recoveryKeyId }, next.vaultPublicKey)),
    replaces,
    encrypted_recovery_share: encrypted,
    root_proof: await signAsRoot(device, recoveryKeyProofMessage(names)),
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
  const privateKey = chain.derivePrivateKey(await seedFromEntropy(entropy), 0)
  return toBase64url(chain.signProof(privateKey, message))
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

/** Builds the body of `recover`, signed by the device, and functions that open its answer. */
export async function recoverBody(device: TestDevice, { token }: Pick<CallOptions, 'token'>) {
  const pair = await generateSealKeyPair()
  const ephemeralPublicKey = toBase64url(pair.publicKey)
  const devicePublicKey = device.generationBody.device_public_key
  const accessTokenHash = createHash('sha256')
    .update(token ?? '')
    .digest('base64url')
  const message = recoverMessage({
    ...device,
    accessTokenHash,
    ephemeralPublicKey,
    devicePublicKey,
  })
  return {
    body: {
      ephemeral_public_key: ephemeralPublicKey,
      device_public_key: devicePublicKey,
      device_signature: await device.sign(message),
    },
    open: (sealed: Sealed) =>
      open(sealed, { pair, info: sealInfo.authShare, context: sealContext(device) }),
    openRecoveryKey: (answer: { sealed_recovery_key: Sealed; recovery_key_id: string }) =>
      open(answer.sealed_recovery_key, {
        pair,
        info: sealInfo.recoveryKey,
        context: recoveryKeyContext({ ...device, recoveryKeyId: answer.recovery_key_id }),
      }),
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

const utf8 = (text: string) => new TextEncoder().encode(text)

async function seal(
  plaintext: Uint8Array,
  { recipient, info, context }: { recipient: string; info: string; context: string },
): Promise<Sealed> {
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey: fromBase64url(recipient),
    plaintext,
    info: utf8(info),
    aad: utf8(context),
  })
  return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
}

function open(
  { enc, ciphertext }: Sealed,
  { pair, info, context }: { pair: SealKeyPair; info: string; context: string },
) {
  return openSealed({
    recipientPrivateKey: pair.privateKey,
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: utf8(info),
    aad: utf8(context),
  })
}

/** AES-256-GCM with the nonce in front. The server only stores the share, so any format works. */
async function encryptShare(share: Uint8Array, recoveryKey: Uint8Array): Promise<Uint8Array> {
  const name = 'AES-GCM'
  const key = await webcrypto.subtle.importKey('raw', recoveryKey, name, false, ['encrypt'])
  const iv = webcrypto.getRandomValues(new Uint8Array(12))
  const ciphertext = await webcrypto.subtle.encrypt({ name, iv }, key, share)
  return new Uint8Array([...iv, ...new Uint8Array(ciphertext)])
}
