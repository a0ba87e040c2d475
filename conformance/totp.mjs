/* What an authenticator app shows. */
import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a base32 secret at a time (RFC 6238: SHA-1, 30 s, 6 digits). */
export function totpCodeAt(secret, nowMs) {
  const bits = [...secret]
    .map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const value = mac.readUInt32BE(mac[mac.length - 1] & 0xf) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}
