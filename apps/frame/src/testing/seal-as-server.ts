import { type Sealed, sealInfo } from '@sallyport/contract'
import { fromBase64url, openSealed, type SealKeyPair, sealTo, toBase64url } from '@sallyport/crypto'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Seals as the API and the vault do; the vault with its own key, which proves that it was the vault. */
export async function seal(
  recipient: string,
  plaintext: Uint8Array,
  {
    info,
    context,
    by,
  }: { info: keyof typeof sealInfo; context: string; by?: Pick<SealKeyPair, 'privateKey'> },
): Promise<Sealed> {
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey: fromBase64url(recipient),
    plaintext,
    info: utf8(sealInfo[info]),
    aad: utf8(context),
    ...(by && { senderPrivateKey: by.privateKey }),
  })
  return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
}

/** Opens what the frame sealed to the API or the vault. */
export function openAtServer(
  { enc, ciphertext }: Sealed,
  { pair, info, context }: { pair: SealKeyPair; info: keyof typeof sealInfo; context: string },
) {
  return openSealed({
    recipientPrivateKey: pair.privateKey,
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: utf8(sealInfo[info]),
    aad: utf8(context),
  })
}
