import { webcrypto } from 'node:crypto'
import type { Sealed } from '@sallyport/contract'
import { fromBase64url, openSealed, type SealKeyPair, sealTo, toBase64url } from '@sallyport/crypto'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Seals a value as a frame does, for the server or the vault. */
export async function seal(
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

/** Opens what the server or the vault has sealed. */
export function open(
  { enc, ciphertext }: Sealed,
  {
    pair,
    sender,
    info,
    context,
  }: { pair: SealKeyPair; sender?: string; info: string; context: string },
) {
  return openSealed({
    recipientPrivateKey: pair.privateKey,
    ...(sender !== undefined && { senderPublicKey: fromBase64url(sender) }),
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: utf8(info),
    aad: utf8(context),
  })
}

/** AES-256-GCM with the nonce in front. The server only stores the share, so any format works. */
export async function encryptShare(
  share: Uint8Array,
  recoveryKey: Uint8Array,
): Promise<Uint8Array> {
  const name = 'AES-GCM'
  const key = await webcrypto.subtle.importKey('raw', recoveryKey, name, false, ['encrypt'])
  const iv = webcrypto.getRandomValues(new Uint8Array(12))
  const ciphertext = await webcrypto.subtle.encrypt({ name, iv }, key, share)
  return new Uint8Array([...iv, ...new Uint8Array(ciphertext)])
}
