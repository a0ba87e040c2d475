import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'

/** As the public clients seal (wire reference §28): without `info` and AAD. */
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Chacha20Poly1305(),
})
const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64')).buffer
const toBase64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')

/** What a client seals to a key of the server. */
export const hpkeAsClients = {
  seal: async (publicKey: string, plaintext: Uint8Array) => {
    const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64(publicKey))
    const { enc, ct } = await suite.seal({ recipientPublicKey }, Uint8Array.from(plaintext).buffer)
    return { encapsulated_key: toBase64(enc), ciphertext: toBase64(ct) }
  },
}

/** A key of a client that the server seals to. */
export async function newRecipient() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])
  return {
    spki: toBase64(await crypto.subtle.exportKey('spki', pair.publicKey)),
    open: async (sealed: { encapsulated_key: string; ciphertext: string }) => {
      const enc = fromBase64(sealed.encapsulated_key)
      const opened = await suite.open(
        { recipientKey: pair.privateKey, enc },
        fromBase64(sealed.ciphertext),
      )
      return Buffer.from(opened).toString('utf8')
    },
  }
}
