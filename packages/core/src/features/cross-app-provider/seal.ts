/* Loaded when a site connects or asks: what the wagmi connector encrypts with (wire reference §18.5). */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { fromBase64, toBase64 } from '../../bytes.js'

/** The most that a request may have, in bytes, once it is inflated. */
const maxBytes = 1_000_000
const ivBytes = 12

/** A key pair on secp256k1, in base64; the public key is compressed. */
interface SiteKeys {
  privateKey: string
  publicKey: string
}

/** A new key pair for one connection. */
export function createSiteKeys(): SiteKeys {
  const privateKey = secp256k1.utils.randomSecretKey()
  return {
    privateKey: toBase64(privateKey),
    publicKey: toBase64(secp256k1.getPublicKey(privateKey)),
  }
}

/** Something encrypted with AES-GCM, both parts in base64. */
interface Sealed {
  content: string
  iv: string
}

/** Reads and writes what one connection encrypts. */
export interface Seal {
  /**
   * The text inside, and whether it was compressed, as newer connectors do.
   *
   * @throws an error of the browser for what was not encrypted for this connection, or is larger than 1 MB.
   */
  open(sealed: Sealed): Promise<{ text: string; isCompressed: boolean }>
  /** The text encrypted, compressed where the request was. */
  close(text: string, isCompressed: boolean): Promise<Sealed>
}

/**
 * The key that both sides know: the x coordinate of the point shared by ECDH.
 *
 * @throws Error for a public key that is none.
 */
export async function createSeal(keys: { privateKey: string; publicKey: string }): Promise<Seal> {
  const key = await importKey(keys)
  return {
    async open({ content, iv }) {
      const algorithm = { name: 'AES-GCM', iv: fromBase64(iv) }
      const bytes = await crypto.subtle.decrypt(algorithm, key, fromBase64(content))
      return inflate(new Uint8Array(bytes))
    },
    async close(text, isCompressed) {
      const plain = new TextEncoder().encode(text)
      const bytes = isCompressed ? await through(plain, new CompressionStream('deflate')) : plain
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)
      return { content: toBase64(new Uint8Array(content)), iv: toBase64(iv) }
    },
  }
}

async function importKey(keys: { privateKey: string; publicKey: string }): Promise<CryptoKey> {
  const [own, theirs] = [fromBase64(keys.privateKey), fromBase64(keys.publicKey)]
  // Compressed, so that the x coordinate follows the first byte.
  const shared = Uint8Array.from(secp256k1.getSharedSecret(own, theirs, true)).slice(1)
  const uses: KeyUsage[] = ['encrypt', 'decrypt']
  return crypto.subtle.importKey('raw', shared, { name: 'AES-GCM' }, false, uses)
}

/** JSON text as it is, or the zlib stream (RFC 1950) of one, whose first byte no JSON begins with. */
async function inflate(bytes: Uint8Array<ArrayBuffer>) {
  const isCompressed = bytes[0] === 0x78
  const plain = isCompressed ? await through(bytes, new DecompressionStream('deflate')) : bytes
  return { text: new TextDecoder('utf-8', { fatal: true }).decode(plain), isCompressed }
}

/** @throws RangeError once more comes out than a request may have. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length
    if (length > maxBytes) {
      await reader.cancel()
      throw new RangeError('Too large')
    }
    parts.push(next.value)
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}
