import { Aes256Gcm, CipherSuite } from '@hpke/core'
import { toBase64url } from './base64url.js'
import { type Bytes, concat } from './bytes.js'
import { InPlaceDhkemP256, InPlaceHkdfSha256 } from './seal-kdf.js'
import { PrimitiveAes256Gcm, PrimitiveDhkemP256, type SealPrimitives } from './seal-primitives.js'

export type { SealPrimitives } from './seal-primitives.js'

/** A pair to seal to: DHKEM(P-256, HKDF-SHA256). */
export type SealKeyPair = {
  /** The uncompressed point, 65 bytes. */
  publicKey: Bytes
  /** Scalar and point, 97 bytes. The owner wipes it. */
  privateKey: Bytes
}

/** One sealed message: the encapsulated key (65 bytes) and the ciphertext with its tag. */
export type SealedBytes = { enc: Bytes; ciphertext: Bytes }

/** What both sides must agree on, byte for byte. */
export type SealBinding = {
  /** Names the purpose; part of the key schedule. */
  info: Uint8Array
  aad: Uint8Array
}

/** Of a message whose sender proves itself: it opens only if the owner of this key has sealed it (HPKE auth mode). */
type SealAuthor = { senderPublicKey?: Uint8Array }

/** A sealed message did not open: other key, other binding, or changed bytes. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

const publicLength = 65
const scalarLength = 32

/**
 * A fresh pair, for one request or for a process to keep.
 *
 * @remarks The private half carries the point, because an engine that is given the scalar alone has to recompute it,
 *   and not every browser's WebCrypto can.
 */
export async function generateSealKeyPair(): Promise<SealKeyPair> {
  const { kem } = suite()
  return serialize(kem, await kem.generateKeyPair())
}

/**
 * The pair that belongs to a seed: DHKEM's `DeriveKeyPair` (RFC 9180, 7.1.3). The same seed gives the same pair.
 *
 * @param seed  At least 32 secret bytes, uniform and used for nothing else. The caller wipes it.
 * @throws SealError for a shorter seed.
 */
export async function deriveSealKeyPair(seed: Uint8Array): Promise<SealKeyPair> {
  if (seed.length < scalarLength) throw new SealError('The seed is too short')
  const { kem } = suite()
  return serialize(kem, await kem.deriveKeyPair(Uint8Array.from(seed).buffer))
}

type KemPair = Awaited<ReturnType<CipherSuite['kem']['generateKeyPair']>>

async function serialize(kem: CipherSuite['kem'], pair: KemPair): Promise<SealKeyPair> {
  const publicKey = new Uint8Array(await kem.serializePublicKey(pair.publicKey))
  const scalar = new Uint8Array(await kem.serializePrivateKey(pair.privateKey))
  try {
    return { publicKey, privateKey: concat(scalar, publicKey) }
  } finally {
    scalar.fill(0)
  }
}

/** The receiver of one answer. Its private key cannot be taken out of the engine. */
export type SealReceiver = {
  /** The uncompressed point, 65 bytes. */
  publicKey: Bytes
  /** The plaintext of what was sealed to this receiver. The caller wipes it. @throws SealError. */
  open(sealed: SealBinding & SealedInput & SealAuthor): Promise<Bytes>
}

/** The part of WebCrypto a receiver needs; `globalThis.crypto` in Node and in browsers is one. */
type EcdhEngine = {
  readonly subtle: {
    generateKey(
      algorithm: { name: 'ECDH'; namedCurve: 'P-256' },
      extractable: boolean,
      keyUsages: 'deriveBits'[],
    ): Promise<{ publicKey: object; privateKey: object }>
    exportKey(format: 'raw', key: object): Promise<ArrayBuffer>
  }
}

/** A fresh receiver, for one request. */
export async function createSealReceiver({ subtle }: EcdhEngine): Promise<SealReceiver> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' } as const
  const recipientKey = await subtle.generateKey(algorithm, false, ['deriveBits'])
  return {
    publicKey: new Uint8Array(await subtle.exportKey('raw', recipientKey.publicKey)),
    // The library's key type is the engine's own, which this package does not name.
    open: (sealed) => openWith(async () => recipientKey as KemPair, sealed),
  }
}

/**
 * Whom a message is for. `primitives`: the curve and the cipher of this process, WebCrypto's when absent. `senderPrivateKey`: proves
 * who has sealed it (HPKE auth mode), without `primitives` only.
 */
export type SealRecipient = {
  recipientPublicKey: Uint8Array
  info: Uint8Array
} & (
  | { primitives?: SealPrimitives; senderPrivateKey?: never }
  | { senderPrivateKey?: Uint8Array; primitives?: never }
)

/** The sender of one message, its key agreed on: what remains is the cipher. */
export type SealSender = {
  seal(message: { plaintext: Uint8Array; aad: Uint8Array }): Promise<SealedBytes>
}

/**
 * Agrees on the key of one message with a public key, before the message is at hand: HPKE base mode, or auth mode with a sender's key,
 * DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM (RFC 9180).
 *
 * @throws SealError when the public key is not a point of the curve.
 */
export async function createSealSender(input: SealRecipient): Promise<SealSender> {
  const { primitives, senderPrivateKey } = input
  const hpke = suite(primitives)
  try {
    if (input.recipientPublicKey.length !== publicLength) throw new SealError('Not a point')
    const key = Uint8Array.from(input.recipientPublicKey)
    const recipientPublicKey = primitives
      ? (key as unknown as CryptoKeyOf) // What `PrimitiveDhkemP256` takes.
      : await hpke.kem.deserializePublicKey(key.buffer)
    const info = Uint8Array.from(input.info).buffer
    const author = senderPrivateKey && { senderKey: await importPair(hpke, senderPrivateKey) }
    const context = await hpke.createSenderContext({ recipientPublicKey, info, ...author })
    return {
      async seal({ plaintext, aad }) {
        const ciphertext = new Uint8Array(await context.seal(plaintext, aad))
        return { enc: new Uint8Array(context.enc), ciphertext }
      },
    }
  } catch {
    throw new SealError('Cannot seal to this key')
  }
}

/** Seals one message to a public key ({@link createSealSender}). @throws SealError as there. */
export async function sealTo({
  plaintext,
  aad,
  ...recipient
}: SealRecipient & SealBinding & { plaintext: Uint8Array }): Promise<SealedBytes> {
  const sender = await createSealSender(recipient)
  return sender.seal({ plaintext, aad })
}

type CryptoKeyOf = Awaited<ReturnType<CipherSuite['kem']['deserializePublicKey']>>

/**
 * The plaintext of one sealed message. The caller wipes it.
 *
 * @throws SealError whatever the reason; nothing more is told.
 */
export async function openSealed(
  input: SealBinding & SealedInput & SealAuthor & { recipientPrivateKey: Uint8Array },
): Promise<Bytes> {
  return openWith((hpke) => importPair(hpke, input.recipientPrivateKey), input)
}

async function openWith(
  keyFor: (hpke: CipherSuite) => Promise<KemPair>,
  input: SealBinding & SealedInput & SealAuthor,
): Promise<Bytes> {
  const hpke = suite()
  try {
    const recipientKey = await keyFor(hpke)
    const enc = Uint8Array.from(input.enc).buffer
    const info = Uint8Array.from(input.info).buffer
    const { senderPublicKey: sender } = input
    const author = sender && {
      senderPublicKey: await hpke.kem.deserializePublicKey(Uint8Array.from(sender).buffer),
    }
    const parameters = { recipientKey, enc, info, ...author }
    return new Uint8Array(await hpke.open(parameters, input.ciphertext, input.aad))
  } catch {
    throw new SealError('Cannot open the sealed message')
  }
}

type SealedInput = { enc: Uint8Array; ciphertext: Uint8Array }

/** Suites hold the names of their algorithms and nothing of a message: that is in a context of its own each time. */
const suites = new Map<SealPrimitives | undefined, CipherSuite>()

function suite(primitives?: SealPrimitives): CipherSuite {
  const known = suites.get(primitives)
  if (known) return known
  const made = new CipherSuite({
    kem: primitives ? new PrimitiveDhkemP256(primitives) : new InPlaceDhkemP256(),
    kdf: new InPlaceHkdfSha256(),
    aead: primitives ? new PrimitiveAes256Gcm(primitives) : new Aes256Gcm(),
  })
  suites.set(primitives, made)
  return made
}

async function importPair({ kem }: CipherSuite, privateKey: Uint8Array) {
  if (privateKey.length !== scalarLength + publicLength) throw new SealError('Not a private key')
  const coordinate = (start: number) => toBase64url(privateKey.subarray(start, start + 32))
  const point = { kty: 'EC', crv: 'P-256', x: coordinate(33), y: coordinate(65) }
  const secret = { ...point, d: coordinate(0) }
  return {
    privateKey: await kem.importKey('jwk', secret, false),
    publicKey: await kem.importKey('jwk', point, true),
  }
}
