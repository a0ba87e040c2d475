import { createCipheriv, createECDH } from 'node:crypto'
import type { SealPrimitives } from '@sallyport/crypto'

/**
 * The curve and the cipher of HPKE by `node:crypto`, in this thread: WebCrypto in Node sends each of a message's steps
 * to another thread and back, which takes several times as long as all of them.
 */
export const sealPrimitives: SealPrimitives = {
  agree(publicKey) {
    const ephemeral = createECDH('prime256v1')
    const own = ephemeral.generateKeys()
    return { publicKey: own, secret: ephemeral.computeSecret(publicKey) }
  },
  seal({ key, nonce, aad }, data) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    cipher.setAAD(aad)
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()])
  },
}
