import {
  embeddedWallet,
  type RouteResponse,
  recoverMessage,
  recoveryKeyContext,
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
import { type DeviceKeys, openDeviceShare, signAsDevice } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { internalFailure } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import type { NewRecoveryKey } from './new-recovery-key.js'
import { openRecoveryShare } from './recovery-share.js'
import { openFromServer } from './seal-for-server.js'
import { newShareRequest, type ShareRequest } from './share-request.js'

/**
 * The server's share for this device, asked for with the device's signature and sealed to a key of this one request.
 * The caller wipes it.
 *
 * @param which.request  Made ahead; a new one when absent.
 */
export async function fetchAuthShare(
  { call, webCrypto }: WalletContext,
  caller: Caller,
  { record, request }: { record: DeviceRecord; request?: ShareRequest },
): Promise<Uint8Array> {
  const { walletId, generationId } = record
  const { receiver, body } = request ?? (await newShareRequest(webCrypto, record))
  const params = { wallet_id: walletId, generation_id: generationId }
  const answer = await call(embeddedWallet.authShare, { params, body }, caller.accessToken)
  return openFromServer(answer.sealed_auth_share, {
    receiver,
    info: sealInfo.authShare,
    context: sealContext({ ...caller, walletId }),
  })
}

/** Two shares that restore a root. The caller wipes them. */
interface RecoveryMaterial {
  generationId: string
  /** Names the recovery key that was used. */
  recoveryKeyId: string
  /** The server's; this device's own where the server's is lost. */
  otherShare: Uint8Array
  recoveryShare: Uint8Array
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
  { call, webCrypto }: WalletContext,
  caller: Caller,
  {
    walletId,
    keys,
    generationId,
    held,
    excluding = [],
  }: {
    walletId: string
    keys: Pick<DeviceKeys, 'publicKey' | 'signingKey'>
    generationId?: string
    held?: DeviceRecord | undefined
    excluding?: readonly string[]
  },
): Promise<RecoveryMaterial> {
  const receiver = await createSealReceiver(webCrypto)
  const ephemeralPublicKey = toBase64url(receiver.publicKey)
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
      },
    },
    caller.accessToken,
  )
  const scope = { ...caller, walletId, generationId: answer.generation_id }
  return openRecovery(webCrypto, { answer, scope, receiver, held }).catch((cause: unknown) => {
    throw new NotRestored(answer.generation_id, cause)
  })
}

async function openRecovery(
  webCrypto: Crypto,
  {
    answer,
    scope,
    receiver,
    held,
  }: {
    answer: RouteResponse<typeof embeddedWallet.recover>
    scope: ShareScope
    receiver: SealReceiver
    held: DeviceRecord | undefined
  },
): Promise<RecoveryMaterial> {
  const { recovery_key_id: recoveryKeyId } = answer
  let recoveryShare: Uint8Array | undefined
  try {
    recoveryShare = await openAnswered(webCrypto, { answer, recoveryKeyId, scope, receiver })
    const otherShare = held
      ? await openDeviceShare(webCrypto.subtle, held)
      : await openAuthShare({ answer, scope, receiver })
    return { generationId: scope.generationId, recoveryKeyId, otherShare, recoveryShare }
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

/** The recovery share in an answer, opened with the recovery key in it. The caller wipes it. */
export async function openAnswered(
  webCrypto: Crypto,
  {
    answer,
    recoveryKeyId,
    scope,
    receiver,
  }: Pick<NewRecoveryKey, 'recoveryKeyId' | 'receiver'> & {
    answer: AnsweredShare
    scope: ShareScope
  },
): Promise<Uint8Array> {
  const recoveryKey = await openFromServer(answer.sealed_recovery_key, {
    receiver,
    info: sealInfo.recoveryKey,
    context: recoveryKeyContext({ ...scope, recoveryKeyId }),
  })
  try {
    const encrypted = fromBase64url(answer.encrypted_recovery_share)
    return await openRecoveryShare(webCrypto, { recoveryKey, encrypted, scope })
  } finally {
    wipe(recoveryKey)
  }
}

/** SHA-256 of a text, base64url. */
async function hashText({ subtle }: Crypto, text: string): Promise<string> {
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toBase64url(new Uint8Array(hash))
}
