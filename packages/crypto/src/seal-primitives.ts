import { type AeadEncryptionContext, Aes256Gcm, type SenderContextParams } from '@hpke/core'
import { asciiBytes, type Bytes, concat } from './bytes.js'
import { bytesOf, InPlaceDhkemP256 } from './seal-kdf.js'

/** The curve and the cipher where they are at hand without another thread, as `node:crypto`'s are on a server. */
export type SealPrimitives = {
  /**
   * A fresh P-256 pair's point (65 bytes) and the x coordinate it shares with `publicKey` (32 bytes).
   *
   * @throws when `publicKey` is not a point of the curve.
   */
  agree(publicKey: Uint8Array): { publicKey: Uint8Array; secret: Uint8Array }
  /** AES-256-GCM ciphertext with its tag. */
  seal(
    message: { key: Uint8Array; nonce: Uint8Array; aad: Uint8Array },
    data: Uint8Array,
  ): Uint8Array
}

const secretLength = 32
const label = (text: string) => asciiBytes(text) ?? new Uint8Array()

/** DHKEM(P-256, HKDF-SHA256) whose sender agrees by the given curve (RFC 9180, 4.1, `Encap`). */
export class PrimitiveDhkemP256 extends InPlaceDhkemP256 {
  constructor(private readonly primitives: SealPrimitives) {
    super()
  }

  override async encap({ recipientPublicKey }: SenderContextParams) {
    // `sealTo` gives the point itself here, which the library's type has no word for.
    const recipient = recipientPublicKey as unknown as Bytes
    const { publicKey, secret } = this.primitives.agree(recipient)
    const enc = Uint8Array.from(publicKey)
    try {
      const ikm = this._kdf.buildLabeledIkm(label('eae_prk'), secret)
      const context = concat(enc, recipient)
      const info = this._kdf.buildLabeledInfo(label('shared_secret'), context, secretLength)
      const salt = new Uint8Array()
      return {
        enc: enc.buffer,
        sharedSecret: await this._kdf.extractAndExpand(salt, ikm, info, secretLength),
      }
    } finally {
      secret.fill(0)
    }
  }
}

/** AES-256-GCM that seals by the given cipher. */
export class PrimitiveAes256Gcm extends Aes256Gcm {
  constructor(private readonly primitives: SealPrimitives) {
    super()
  }

  override createEncryptionContext(rawKey: Parameters<Aes256Gcm['createEncryptionContext']>[0]) {
    const key = bytesOf(rawKey)
    const context: Pick<AeadEncryptionContext, 'seal'> = {
      seal: async (iv, data, aad) => {
        const message = { key, nonce: bytesOf(iv), aad: bytesOf(aad) }
        try {
          return Uint8Array.from(this.primitives.seal(message, bytesOf(data))).buffer
        } finally {
          key.fill(0) // It is the key of this one message.
        }
      },
    }
    return Object.assign(super.createEncryptionContext(rawKey), context)
  }
}
