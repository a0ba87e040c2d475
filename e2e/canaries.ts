import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { getBase58Decoder } from '@solana/kit'

/** Every way a secret could be written down: raw (as latin-1 text), hex, base64, base64url, base58, decimal list, words. */
export function spellings(secret: Uint8Array): string[] {
  const buffer = Buffer.from(secret)
  const base64 = buffer.toString('base64').replace(/=+$/, '')
  const forms = [
    buffer.toString('latin1'),
    buffer.toString('hex'),
    buffer.toString('hex').toUpperCase(),
    base64,
    buffer.toString('base64url'),
    getBase58Decoder().decode(buffer),
    [...secret].join(','),
    // Text kept in a byte column shows as the hex of its letters.
    Buffer.from(base64).toString('hex'),
    Buffer.from(buffer.toString('base64url')).toString('hex'),
  ]
  if ([16, 32].includes(secret.length)) forms.push(entropyToMnemonic(secret, wordlist))
  return forms
}

/** The ways a text such as a token could be written down. */
export function spellingsOfText(text: string): string[] {
  const buffer = Buffer.from(text)
  return [
    text,
    buffer.toString('hex'),
    buffer.toString('base64').replace(/=+$/, ''),
    buffer.toString('base64url'),
  ]
}

/** Which of the named places hold one of the canaries. */
export function leaks(canaries: string[], places: Record<string, string>): string[] {
  return Object.entries(places)
    .filter(([, text]) => canaries.some((canary) => text.includes(canary)))
    .map(([name]) => name)
}

/** Which places hold a six-digit code: not inside a longer number, a hash or a fraction; or as the hex of its digits. */
export function leaksOfCode(code: string, places: Record<string, string>): string[] {
  const alone = new RegExp(`(?<![0-9A-Fa-f.])${code}(?![0-9A-Fa-f])`)
  const hex = Buffer.from(code).toString('hex')
  return Object.entries(places)
    .filter(([, text]) => alone.test(text) || text.includes(hex))
    .map(([name]) => name)
}
