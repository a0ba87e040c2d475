import type { Sealed } from '@sallyport/contract'
import { fromBase64url, type SealReceiver, sealTo, toBase64url } from '@sallyport/crypto'

const encoder = new TextEncoder()

/** A value only one server process can open, and only as what `info` and `context` say. The caller wipes it. */
export async function sealForServer(
  plaintext: Uint8Array,
  {
    recipientPublicKey,
    info,
    context,
  }: { recipientPublicKey: Uint8Array; info: string; context: string },
): Promise<Sealed> {
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey,
    plaintext,
    info: encoder.encode(info),
    aad: encoder.encode(context),
  })
  return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
}

/**
 * What the server sealed to the receiver of one request. The caller wipes it.
 *
 * @param how.senderPublicKey  Of the vault, where only the vault may have sealed it.
 * @throws SealError.
 */
export function openFromServer(
  { enc, ciphertext }: Sealed,
  {
    receiver,
    info,
    context,
    ...author
  }: { receiver: SealReceiver; info: string; context: string; senderPublicKey?: Uint8Array },
): Promise<Uint8Array> {
  return receiver.open({
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: encoder.encode(info),
    aad: encoder.encode(context),
    ...author,
  })
}
