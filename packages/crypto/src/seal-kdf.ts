import { HkdfSha256 } from '@hpke/core'
import { expand, extract } from '@noble/hashes/hkdf.js'
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
}

function bytesOf(input: Input): Uint8Array {
  return ArrayBuffer.isView(input)
    ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
    : new Uint8Array(input)
}
