/*
 * node apps/frame/write-common-passcodes.mjs <list.json>: writes src/recovery/common-passcodes.ts, a Bloom filter of a list of the
 * commonest passwords (a JSON array). The committed one is of `passwords.json` of @zxcvbn-ts/language-common 4.1.3 (MIT).
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const [list = ''] = process.argv.slice(2)
const bare = (text) => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
const words = new Set()
for (const word of JSON.parse(readFileSync(list, 'utf8'))) {
  const lower = word.normalize('NFKC').toLowerCase()
  // A shorter word around which there are digits is looked up without them.
  for (const form of [lower, bare(lower)]) if (form.length >= 5) words.add(form)
}
const bits = words.size * 16
const hashes = 11
const filter = new Uint8Array(Math.ceil(bits / 8))
for (const word of words) {
  const digest = createHash('sha256').update(word).digest()
  const [first, second] = [digest.readUInt32BE(0), digest.readUInt32BE(4)]
  for (let i = 0; i < hashes; i += 1) {
    const bit = (first + i * second) % bits
    filter[bit >> 3] |= 1 << (bit & 7)
  }
}
const text = Buffer.from(filter).toString('base64')
writeFileSync(
  new URL('./src/recovery/common-passcodes.ts', import.meta.url),
  `/** A Bloom filter of ${words.size} common passwords and words in them, by \`write-common-passcodes.mjs\`. */
export const commonPasscodes = {
  bits: ${bits},
  hashes: ${hashes},
  /** Base64. */
  filter:
    '${text}',
}
`,
)
