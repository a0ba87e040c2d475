import {
  embeddedWallet,
  type RouteResponse,
  type Sealed,
  sealContext,
  sealInfo,
} from '@sallyport/contract'
import {
  createSealReceiver,
  fromBase64url,
  type SealReceiver,
  type ShareScope,
  sealTo,
  toBase64url,
  wipe,
} from '@sallyport/crypto'
import type { DeviceRecord } from '../device/device-record.js'
import type { Caller, WalletContext } from './context.js'
import { openRecoveryShare } from './recovery-share.js'
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
  return open(answer.sealed_auth_share, {
    receiver,
    info: sealInfo.authShare,
    context: sealContext({ ...caller, walletId }),
  })
}

/** What a device without a share of its own gets. The caller wipes the three secrets. */
interface RecoveryMaterial {
  generationId: string
  authShare: Uint8Array
  recoveryShare: Uint8Array
  recoveryKey: Uint8Array
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
 * @param which.excluding  Active ones that were fetched before and did not restore the root.
 * @throws CallFailure when the server refuses, NotRestored when what it answers does not open.
 */
export async function fetchRecovery(
  { call, webCrypto }: WalletContext,
  caller: Caller,
  {
    walletId,
    generationId,
    excluding = [],
  }: { walletId: string; generationId?: string; excluding?: readonly string[] },
): Promise<RecoveryMaterial> {
  const receiver = await createSealReceiver(webCrypto)
  const answer = await call(
    embeddedWallet.recover,
    {
      params: { wallet_id: walletId },
      body: {
        ephemeral_public_key: toBase64url(receiver.publicKey),
        ...(generationId && { generation_id: generationId }),
        ...(excluding.length > 0 && { excluding: [...excluding] }),
      },
    },
    caller.accessToken,
  )
  const scope = { ...caller, walletId, generationId: answer.generation_id }
  return openRecovery(webCrypto, { answer, scope, receiver }).catch((cause: unknown) => {
    throw new NotRestored(answer.generation_id, cause)
  })
}

async function openRecovery(
  webCrypto: Crypto,
  {
    answer,
    scope,
    receiver,
  }: {
    answer: RouteResponse<typeof embeddedWallet.recover>
    scope: ShareScope
    receiver: SealReceiver
  },
): Promise<RecoveryMaterial> {
  const recipient = { receiver, context: sealContext(scope) }
  let recoveryKey: Uint8Array | undefined
  let recoveryShare: Uint8Array | undefined
  try {
    recoveryKey = await open(answer.sealed_recovery_key, {
      ...recipient,
      info: sealInfo.recoveryKey,
    })
    recoveryShare = await openRecoveryShare(webCrypto, {
      recoveryKey,
      encrypted: fromBase64url(answer.encrypted_recovery_share),
      scope,
    })
    const authShare = await open(answer.sealed_auth_share, {
      ...recipient,
      info: sealInfo.authShare,
    })
    return { generationId: scope.generationId, authShare, recoveryShare, recoveryKey }
  } catch (error) {
    wipe(recoveryKey, recoveryShare)
    throw error
  }
}

/** A value only one server process can open, and only as what `info` and `context` say. The caller wipes it. */
export async function sealForServer(
  plaintext: Uint8Array,
  {
    recipientPublicKey,
    info,
    context,
  }: { recipientPublicKey: Uint8Array; info: string; context: string },
): Promise<Sealed> {
  const encoder = new TextEncoder()
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey,
    plaintext,
    info: encoder.encode(info),
    aad: encoder.encode(context),
  })
  return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
}

function open(
  { enc, ciphertext }: Sealed,
  { receiver, info, context }: { receiver: SealReceiver; info: string; context: string },
): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  return receiver.open({
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: encoder.encode(info),
    aad: encoder.encode(context),
  })
}
