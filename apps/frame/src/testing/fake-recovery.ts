import {
  custodyAddressBytes,
  type embeddedWallet,
  type RouteRequest,
  recoverMessage,
  recoveryKeyContext,
  recoveryKeyProofMessage,
  recoveryKeyUploadContext,
  rootPinContext,
  sealContext,
} from '@sallyport/contract'
import { fromBase64url, type SealKeyPair, toBase64url } from '@sallyport/crypto'
import type { FakeGeneration, FakeRoot } from './fake-custody.js'
import { requireDevice, requireRoot } from './fake-proofs.js'
import { Refusal } from './refusal.js'
import { openAtServer, seal } from './seal-as-server.js'

type RecoverBody = RouteRequest<typeof embeddedWallet.recover>['body']
type ReplaceBody = RouteRequest<typeof embeddedWallet.replaceRecoveryKey>['body']
type KeyBody = Pick<ReplaceBody, 'recovery_key_id' | 'sealed_recovery_key' | 'read_back_public_key'>
interface GenerationParams {
  wallet_id: string
  generation_id: string
}

/** What the server and the vault do with the recovery keys of one app. */
export function createFakeRecovery(appId: string, vault: SealKeyPair) {
  const sealKey = (
    to: string,
    recoveryKey: Uint8Array,
    owner: Parameters<typeof recoveryKeyContext>[0],
  ) => seal(to, recoveryKey, { info: 'recoveryKey', context: recoveryKeyContext(owner), by: vault })

  const storeKey = async (walletId: string, root: FakeRoot, body: KeyBody) => {
    const { recovery_key_id: recoveryKeyId, read_back_public_key: readBackPublicKey } = body
    const owner = { appId, userId: root.userId, walletId, recoveryKeyId }
    const recoveryKey = await openAtServer(body.sealed_recovery_key, {
      pair: vault,
      info: 'recoveryKeyUpload',
      context: recoveryKeyUploadContext({ ...owner, readBackPublicKey }),
    })
    root.recoveryKeys.set(recoveryKeyId, recoveryKey)
    return sealKey(readBackPublicKey, recoveryKey, owner)
  }

  const recover = async (
    root: FakeRoot,
    request: { walletId: string; accessToken: string; body: RecoverBody },
  ) => {
    const { walletId, body } = request
    const [generationId, generation] = findGeneration(root, body)
    const owner = { appId, userId: root.userId, walletId }
    await requireRecovering(owner, request)
    const to = body.ephemeral_public_key
    const share = fromBase64url(generation.authShare)
    const { recoveryKeyId, encryptedRecoveryShare } = generation
    const recoveryKey = root.recoveryKeys.get(recoveryKeyId)
    if (!recoveryKey) throw new Refusal('linked_account_not_found', 404)
    const sealedAuthShare = () =>
      seal(to, share, { info: 'authShare', context: sealContext(owner) })
    return {
      generation_id: generationId,
      ...(!body.has_device_share && { sealed_auth_share: await sealedAuthShare() }),
      recovery_key_id: recoveryKeyId,
      encrypted_recovery_share: encryptedRecoveryShare,
      sealed_recovery_key: await sealKey(to, recoveryKey, { ...owner, recoveryKeyId }),
      accounts: root.accounts,
    }
  }

  const replace = async (
    root: FakeRoot,
    { params, body }: { params: GenerationParams; body: ReplaceBody },
  ) => {
    const { wallet_id: walletId, generation_id: generationId } = params
    const generation = root.generations.get(generationId)
    if (generation?.recoveryKeyId !== body.replaces) throw new Refusal('invalid_data')
    const { encrypted_recovery_share: encryptedRecoveryShare, replaces } = body
    const recoveryKeyId = body.recovery_key_id
    const names = { replaces, recoveryKeyId, encryptedRecoveryShare }
    const owner = { appId, userId: root.userId, walletId, generationId }
    await requireRoot(root, recoveryKeyProofMessage({ ...owner, ...names }), body.root_proof)
    const sealed_recovery_key = await storeKey(walletId, root, body)
    generation.next = { recoveryKeyId, encryptedRecoveryShare }
    return {
      state: 'stored',
      sealed_recovery_key,
      encrypted_recovery_share: encryptedRecoveryShare,
    }
  }

  const use = (
    root: FakeRoot,
    { params, body }: { params: GenerationParams; body: { recovery_key_id: string } },
  ) => {
    const generation = root.generations.get(params.generation_id)
    const { next } = generation ?? {}
    if (!generation || next?.recoveryKeyId !== body.recovery_key_id) {
      throw new Refusal('invalid_data')
    }
    root.recoveryKeys.delete(generation.recoveryKeyId)
    Object.assign(generation, next, { next: undefined })
    return { state: 'switched' }
  }

  const pin = (root: FakeRoot, asked: PinRequest) => pinRoot({ appId, vault, root }, asked)

  return { storeKey, recover, replace, use, pin }
}

interface PinRequest {
  walletId: string
  generation: Pick<FakeGeneration, 'recoveryKeyId'>
  body: { read_back_public_key?: string | undefined }
}

/** The vault's word which root the user has, for a request that asks for it. */
async function pinRoot(
  { appId, vault, root }: { appId: string; vault: SealKeyPair; root: FakeRoot },
  { walletId, generation, body: { read_back_public_key: to } }: PinRequest,
) {
  if (to === undefined) return {}
  const stored = root.recoveryKeys.get(generation.recoveryKeyId)
  if (!stored) throw new Refusal('linked_account_not_found', 404)
  const { userId } = root
  const context = rootPinContext({ appId, userId, walletId, readBackPublicKey: to })
  const address = stored.slice(-custodyAddressBytes)
  return { sealed_root_pin: await seal(to, address, { info: 'rootPin', context, by: vault }) }
}

function findGeneration(root: FakeRoot, body: RecoverBody): [string, FakeGeneration] {
  const wanted = body.generation_id
  const found = [...root.generations].find(([id, generation]) =>
    wanted ? id === wanted : generation.isActive && !body.excluding?.includes(id),
  )
  if (!found) throw new Refusal('linked_account_not_found', 404)
  return found
}

/** Passes when the device that recovers has signed the request. */
async function requireRecovering(
  owner: { appId: string; userId: string; walletId: string },
  { accessToken, body }: { accessToken: string; body: RecoverBody },
): Promise<void> {
  const { device_public_key: devicePublicKey } = body
  const token = new TextEncoder().encode(accessToken)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', token))
  const text = recoverMessage({
    ...owner,
    accessTokenHash: toBase64url(hash),
    ephemeralPublicKey: body.ephemeral_public_key,
    devicePublicKey,
  })
  await requireDevice({ devicePublicKey }, text, body.device_signature)
}
