import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** Every way a secret could be written down: raw (as latin-1 text), hex, base64, base64url, decimal list, words. */
export function spellings(secret: Uint8Array): string[] {
  const buffer = Buffer.from(secret)
  const forms = [
    buffer.toString('latin1'),
    buffer.toString('hex'),
    buffer.toString('hex').toUpperCase(),
    buffer.toString('base64').replace(/=+$/, ''),
    buffer.toString('base64url'),
    [...secret].join(','),
  ]
  if ([16, 32].includes(secret.length)) forms.push(entropyToMnemonic(secret, wordlist))
  return forms
}

/** Which of the named places hold one of the secrets in any spelling. */
export function leaks(secrets: Uint8Array[], places: Record<string, string>): string[] {
  const forms = secrets.flatMap(spellings)
  return Object.entries(places)
    .filter(([, text]) => forms.some((form) => text.includes(form)))
    .map(([name]) => name)
}
