import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows for a base32 secret (RFC 6238, SHA-1, 30 s, 6 digits). */
export function totpCodeAt(secret: string, nowMs: number): string {
  const bits = [...secret]
    .map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)))
  const mac = createHmac('sha1', bytes).update(counter).digest()
  const value = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}
