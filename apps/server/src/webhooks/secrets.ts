import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { KeyEncryption } from '../ports/key-encryption.js'
import type { Random } from '../ports/random.js'

const hmacLength = 32
const seedLength = 32
/** PKCS#8 of Ed25519 (RFC 8410), before the seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** What signs the deliveries of an endpoint. */
export interface SigningSecret {
  hmac: Uint8Array
  /** Ed25519. */
  key: KeyObject
}

interface Place {
  app_id: string
  webhook_id: string
}

/** The encryption context of an endpoint's secret. */
export function webhookSecretContext({ app_id, webhook_id }: Place): string {
  return `webhook-secret:${app_id}:${webhook_id}`
}

/** Draws the secret of an endpoint: sealed for its row, with the public key, and in the form that is shown once. */
export function drawSecret(
  { random, keyEncryption }: { random: Random; keyEncryption: KeyEncryption },
  place: Place,
): { sealed: Buffer; publicKey: string; shown: string } {
  const bytes = random.bytes(hmacLength + seedLength)
  const sealed = Buffer.from(keyEncryption.seal(bytes, webhookSecretContext(place)))
  const { hmac, key } = split(bytes)
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { sealed, publicKey: x, shown: `whsec_${Buffer.from(hmac).toString('base64')}` }
}

/** Opens what a row has. @throws Error when it is of another row, or its key is not set. */
export function openSecret(
  keyEncryption: KeyEncryption,
  place: Place,
  sealed: Uint8Array,
): SigningSecret {
  return split(keyEncryption.open(sealed, webhookSecretContext(place)))
}

function split(bytes: Uint8Array): SigningSecret {
  const hmac = bytes.slice(0, hmacLength)
  const der = Buffer.concat([pkcs8Prefix, bytes.subarray(hmacLength)])
  return { hmac, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
}
