import {
  decodeRootCommitment,
  embeddedWallet,
  type RootCommitment,
  type RouteResponse,
  recoverMessage,
  recoveryKeyContext,
  recoveryProofContext,
  type Sealed,
  sealContext,
  sealInfo,
} from '@sallyport/contract'
import {
  createSealReceiver,
  fromBase64url,
  type SealReceiver,
  type ShareScope,
  toBase64url,
  wipe,
} from '@sallyport/crypto'
import { CallFailure } from '../api/call-route.js'
import { type DeviceKeys, openDeviceShare, signAsDevice } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import type { Owner } from '../device/token-owner.js'
import { FrameError, internalFailure } from '../frame-error.js'
import type { RecoveryMeans } from '../recovery/strategies.js'
import type { Caller, WalletContext } from './context.js'
import type { NewRecoveryKey } from './new-recovery-key.js'
import { proofOf, recoveryKeyBytes, shareKeyOf } from './recovery-keys.js'
import { openRecoveryShare } from './recovery-share.js'
import { openFromServer, sealForServer } from './seal-for-server.js'

/** Two shares that restore a root. The caller wipes them. */
interface RecoveryMaterial {
  generationId: string
  /** Names the recovery key that was used. */
  recoveryKeyId: string
  /** The server's; this device's own where the server's is lost. */
  otherShare: Uint8Array
  recoveryShare: Uint8Array
  /** What the vault keeps of the root; undefined of a key from before it kept anything. */
  root: RootCommitment | undefined
}

/** The server answered with shares of a generation, and they do not restore the root. Another one's may. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored'
  readonly generationId: string

  constructor(generationId: string, cause: unknown) {
    super('The shares do not restore the wallet', { cause })
    this.generationId = generationId
  }
}

/**
 * Fetches and opens what the server keeps for recovery.
 *
 * @param which.generationId  A generation to read back; an active one when absent.
 * @param which.held  A record of this device, whose own share takes the place of the server's.
 * @param which.excluding  Active ones that were fetched before and did not restore the root.
 * @param which.keys  Of this device: the vault answers a request that its key has signed.
 * @throws CallFailure when the server refuses, NotRestored when what it answers does not open.
 */
export async function fetchRecovery(
  context: WalletContext,
  caller: Caller,
  {
    walletId,
    means,
    keys,
    generationId,
    held,
    excluding = [],
  }: {
    walletId: string
    means: RecoveryMeans
    keys: Pick<DeviceKeys, 'publicKey' | 'signingKey'>
    generationId?: string
    held?: DeviceRecord | undefined
    excluding?: readonly string[]
  },
): Promise<RecoveryMaterial> {
  const { call, webCrypto } = context
  const receiver = await createSealReceiver(webCrypto)
  const ephemeralPublicKey = toBase64url(receiver.publicKey)
  const proof = await sealProof(context, { ...caller, walletId, means, ephemeralPublicKey })
  const text = recoverMessage({
    ...caller,
    walletId,
    accessTokenHash: await hashText(webCrypto, caller.accessToken),
    ephemeralPublicKey,
    devicePublicKey: keys.publicKey,
  })
  const answer = await call(
    embeddedWallet.recover,
    {
      params: { wallet_id: walletId },
      body: {
        ephemeral_public_key: ephemeralPublicKey,
        device_public_key: keys.publicKey,
        device_signature: await signAsDevice(webCrypto.subtle, {
          signingKey: keys.signingKey,
          text,
        }),
        ...(generationId && { generation_id: generationId }),
        ...(held && { generation_id: held.generationId, has_device_share: true }),
        ...(excluding.length > 0 && { excluding: [...excluding] }),
        ...(proof && { sealed_recovery_proof: proof }),
      },
    },
    caller.accessToken,
  ).catch(asWrongSecret)
  const scope = { ...caller, walletId, generationId: answer.generation_id }
  return openRecovery(context, { answer, scope, receiver, held, means }).catch((cause: unknown) => {
    throw new NotRestored(answer.generation_id, cause)
  })
}

async function openRecovery(
  context: WalletContext,
  {
    answer,
    scope,
    receiver,
    held,
    means,
  }: {
    answer: RouteResponse<typeof embeddedWallet.recover>
    scope: ShareScope
    receiver: SealReceiver
    held: DeviceRecord | undefined
    means: RecoveryMeans
  },
): Promise<RecoveryMaterial> {
  const { recovery_key_id: recoveryKeyId } = answer
  let recoveryShare: Uint8Array | undefined
  try {
    const opened = await openAnswered(context, { answer, recoveryKeyId, scope, receiver, means })
    const { root } = opened
    recoveryShare = opened.share
    const otherShare = held
      ? await openDeviceShare(context.webCrypto.subtle, held)
      : await openAuthShare({ answer, scope, receiver })
    return { generationId: scope.generationId, recoveryKeyId, otherShare, recoveryShare, root }
  } catch (error) {
    wipe(recoveryShare)
    throw error
  }
}

function openAuthShare({
  answer: { sealed_auth_share: sealed },
  scope,
  receiver,
}: {
  answer: RouteResponse<typeof embeddedWallet.recover>
  scope: ShareScope
  receiver: SealReceiver
}): Promise<Uint8Array> {
  if (!sealed) throw internalFailure()
  return openFromServer(sealed, {
    receiver,
    info: sealInfo.authShare,
    context: sealContext(scope),
  })
}

/** A recovery share as the server has it, and its key by the vault. */
export interface AnsweredShare {
  sealed_recovery_key: Sealed
  encrypted_recovery_share: string
}

/** A recovery share, and what the vault keeps of its root. */
export interface OpenedAnswer {
  share: Uint8Array
  /** Undefined of a key from before the vault kept anything. */
  root: RootCommitment | undefined
}

/**
 * The recovery share in an answer, opened with the recovery key in it, and what the vault keeps of the root. Only the vault can have
 * sealed the key: the API, which passes it on, cannot put one of its own in its place. The caller wipes the share.
 *
 * @throws SealError, also for a key that another than the vault has sealed.
 */
export async function openAnswered(
  { webCrypto, vaultPublicKey }: Pick<WalletContext, 'webCrypto' | 'vaultPublicKey'>,
  {
    answer,
    recoveryKeyId,
    scope,
    receiver,
    means,
  }: Pick<NewRecoveryKey, 'recoveryKeyId' | 'receiver'> & {
    answer: AnsweredShare
    scope: ShareScope
    means: RecoveryMeans
  },
): Promise<OpenedAnswer> {
  const opened = await openFromServer(answer.sealed_recovery_key, {
    receiver,
    senderPublicKey: vaultPublicKey,
    info: sealInfo.recoveryKey,
    context: recoveryKeyContext({ ...scope, recoveryKeyId }),
  })
  const half = opened.subarray(0, recoveryKeyBytes)
  const commitment = opened.subarray(recoveryKeyBytes)
  const recoveryKey = shareKeyOf(half, { means, walletId: scope.walletId })
  try {
    const root = decodeRootCommitment(commitment)
    if (!root && commitment.length > 0) throw internalFailure()
    const encrypted = fromBase64url(answer.encrypted_recovery_share)
    return { share: await openRecoveryShare(webCrypto, { recoveryKey, encrypted, scope }), root }
  } finally {
    wipe(opened, recoveryKey)
  }
}

/** The proof of the user's secret for one request; undefined with automatic recovery. */
async function sealProof(
  { vaultPublicKey }: WalletContext,
  {
    means,
    ...request
  }: Owner & { means: RecoveryMeans; walletId: string; ephemeralPublicKey: string },
): Promise<Sealed | undefined> {
  const proof = proofOf({ means, walletId: request.walletId })
  if (!proof) return undefined
  try {
    return await sealForServer(proof, {
      recipientPublicKey: vaultPublicKey,
      info: sealInfo.recoveryProof,
      context: recoveryProofContext(request),
    })
  } finally {
    wipe(proof)
  }
}

function asWrongSecret(error: unknown): never {
  const isWrong = error instanceof CallFailure && error.code === 'invalid_credentials'
  throw isWrong ? new FrameError('invalid_recovery_pin', 'This recovery secret is wrong') : error
}

/** SHA-256 of a text, base64url. */
async function hashText({ subtle }: Crypto, text: string): Promise<string> {
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toBase64url(new Uint8Array(hash))
}
