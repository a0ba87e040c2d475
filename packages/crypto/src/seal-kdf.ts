import { DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { expand, extract, hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

type Input = Parameters<HkdfSha256['extract']>[0]

/**
 * The HPKE library's HKDF-SHA256, computed in place. The key schedule of one message is six steps of a few bytes;
 * WebCrypto sends each to another thread and back twice, which takes longer than all the rest of the message.
 */
export class InPlaceHkdfSha256 extends HkdfSha256 {
  override async extract(salt: Input, ikm: Input): Promise<ArrayBuffer> {
    return Uint8Array.from(extract(sha256, bytesOf(ikm), bytesOf(salt))).buffer
  }

  override async expand(prk: Input, info: Input, length: number): Promise<ArrayBuffer> {
    return Uint8Array.from(expand(sha256, bytesOf(prk), bytesOf(info), length)).buffer
  }

  override async extractAndExpand(
    salt: Input,
    ikm: Input,
    info: Input,
    length: number,
  ): Promise<ArrayBuffer> {
    const key = hkdf(sha256, bytesOf(ikm), bytesOf(salt), bytesOf(info), length)
    return Uint8Array.from(key).buffer
  }
}

/** `"KEM" ‖ 0x0010`: names DHKEM(P-256, HKDF-SHA256) in its own derivations (RFC 9180, 4.1). */
const kemSuiteId = Uint8Array.of(75, 69, 77, 0, 0x10)

/** The HPKE library's DHKEM(P-256, HKDF-SHA256) with its HKDF computed in place. */
export class InPlaceDhkemP256 extends DhkemP256HkdfSha256 {
  protected override readonly _kdf = new InPlaceHkdfSha256()

  constructor() {
    super()
    this._kdf.init(kemSuiteId)
  }
}

/** The bytes of any buffer the library passes on, not copied. */
export function bytesOf(input: Input): Uint8Array {
  return ArrayBuffer.isView(input)
    ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
    : new Uint8Array(input)
}
