import { createCipheriv, createDecipheriv, createECDH, randomBytes } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'

/**
 * The wagmi connector's side of a connection (wire reference §18.5), by Node's own cryptography. `compresses`: as its versions
 * since 0.5 do.
 */
export function createConnector({ compresses }: { compresses: boolean }) {
  const own = createECDH('secp256k1')
  own.generateKeys()
  const keyWith = (theirs: string) => own.computeSecret(Buffer.from(theirs, 'base64'))
  return {
    publicKey: own.getPublicKey('base64', 'compressed'),
    /** What it puts into the address of a request. */
    encrypt(request: object, theirs: string): { encryptedRequest: string; iv: string } {
      const iv = randomBytes(12)
      const plain = Buffer.from(JSON.stringify(request))
      const cipher = createCipheriv('aes-256-gcm', keyWith(theirs), iv)
      const bytes = Buffer.concat([
        cipher.update(compresses ? deflateSync(plain) : plain),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return { encryptedRequest: bytes.toString('base64'), iv: iv.toString('base64') }
    },
    /** The text of an answer. */
    decrypt(answer: { encryptedResult: string; iv: string }, theirs: string): string {
      const bytes = Buffer.from(answer.encryptedResult, 'base64')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyWith(theirs),
        Buffer.from(answer.iv, 'base64'),
      )
      decipher.setAuthTag(bytes.subarray(-16))
      const plain = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
      return String(compresses ? inflateSync(plain) : plain)
    },
  }
}
