import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@sallyport/contract'
import { testOrigin } from './call.js'
import { cbor } from './cbor.js'

/** Where a page uses a passkey, and what its browser and authenticator say otherwise than they should. */
export interface PasskeyUse {
  /** Default: `http://localhost:4402`. */
  origin?: string
  /** Default: of the options. */
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  topOrigin?: string
  /** Default: the counter grows with each use. */
  signCount?: number
  userVerified?: boolean
  backupEligible?: boolean
  userHandle?: string | null
  /** Replaces the key in the attestation object. */
  publicKey?: Uint8Array
  /** Replaces the attestation object. */
  attestationObject?: Uint8Array
}

/** A passkey in a software authenticator. */
export interface TestPasskey {
  id: string
  userHandle: string
  rpId: string
  privateKey: KeyObject
  signCount: number
}

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** An authenticator with user verification, in software, as a browser would use it. */
export function createTestAuthenticator(algorithm: Algorithm = 'ES256') {
  return {
    /** Makes a passkey and what `navigator.credentials.create` answers. */
    create(options: PasskeyCreationOptions, use: PasskeyUse = {}) {
      const { publicKey, privateKey } = keyPairOf(algorithm)
      const passkey: TestPasskey = {
        id: randomBytes(20).toString('base64url'),
        userHandle: options.user.id,
        rpId: options.rp.id ?? '',
        privateKey,
        signCount: use.signCount ?? 0,
      }
      const key = use.publicKey ?? coseKey(publicKey, algorithm)
      const id = Buffer.from(passkey.id, 'base64url')
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key])
      const authData = Buffer.concat([authDataOf(passkey, use, { attested: true }), attested])
      const object =
        use.attestationObject ??
        cbor(
          new Map<string, unknown>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', authData],
          ]),
        )
      const response: PasskeyRegistration = {
        id: passkey.id,
        raw_id: passkey.id,
        type: 'public-key',
        client_extension_results: {},
        response: {
          client_data_json: clientData('webauthn.create', options.challenge, use),
          attestation_object: Buffer.from(object).toString('base64url'),
          transports: ['internal'],
        },
      }
      return { passkey, response }
    },
    /** What `navigator.credentials.get` answers with the passkey. */
    get(
      passkey: TestPasskey,
      options: PasskeyRequestOptions,
      use: PasskeyUse = {},
    ): PasskeyAssertion {
      passkey.signCount = use.signCount ?? passkey.signCount + 1
      const authData = authDataOf(passkey, use, { attested: false })
      const clientDataJson = clientData('webauthn.get', options.challenge, use)
      const hash = createHash('sha256').update(Buffer.from(clientDataJson, 'base64url')).digest()
      const signed = Buffer.concat([authData, hash])
      const { userHandle = passkey.userHandle } = use
      return {
        id: passkey.id,
        raw_id: passkey.id,
        type: 'public-key',
        client_extension_results: {},
        response: {
          client_data_json: clientDataJson,
          authenticator_data: authData.toString('base64url'),
          signature: signWith(passkey.privateKey, signed, algorithm).toString('base64url'),
          user_handle: userHandle,
        },
      }
    },
  }
}

function clientData(type: string, challenge: string, use: PasskeyUse): string {
  const { origin = testOrigin, crossOrigin = false, topOrigin } = use
  const value = {
    type: use.type ?? type,
    challenge: use.challenge ?? challenge,
    origin,
    crossOrigin,
    ...(topOrigin === undefined ? {} : { topOrigin }),
  }
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function authDataOf(
  passkey: TestPasskey,
  use: PasskeyUse,
  { attested }: { attested: boolean },
): Buffer {
  const { rpId = passkey.rpId, userVerified = true, backupEligible = false } = use
  const flags =
    0x01 | (userVerified ? 0x04 : 0) | (backupEligible ? 0x08 : 0) | (attested ? 0x40 : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(passkey.signCount)
  const rpIdHash = createHash('sha256').update(rpId).digest()
  return Buffer.concat([rpIdHash, Buffer.from([flags]), count])
}

function keyPairOf(algorithm: Algorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** A public key as an authenticator writes it (COSE, RFC 9053). */
export function coseKey(publicKey: KeyObject, algorithm: Algorithm): Uint8Array {
  const jwk = publicKey.export({ format: 'jwk' })
  const bytes = (text = '') => Buffer.from(text, 'base64url')
  const keys: Record<Algorithm, [number, unknown][]> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
  }
  return cbor(new Map(keys[algorithm]))
}

function signWith(privateKey: KeyObject, data: Uint8Array, algorithm: Algorithm): Buffer {
  return sign(algorithm === 'EdDSA' ? null : 'sha256', data, privateKey)
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
