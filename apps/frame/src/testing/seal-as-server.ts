import { type Sealed, sealInfo } from '@sallyport/contract'
import { fromBase64url, sealTo, toBase64url } from '@sallyport/crypto'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Seals as the API and the vault do. */
export async function seal(
  recipient: string,
  plaintext: Uint8Array,
  { info, context }: { info: keyof typeof sealInfo; context: string },
): Promise<Sealed> {
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey: fromBase64url(recipient),
    plaintext,
    info: utf8(sealInfo[info]),
    aad: utf8(context),
  })
  return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
}
