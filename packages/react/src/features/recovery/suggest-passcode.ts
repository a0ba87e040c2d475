/** Without letters and digits that look alike; 32 of them, so that each is as likely as the others. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A random passcode of 80 bits, in groups of four that are easy to copy by hand. */
export function suggestPasscode(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const letters = Array.from(random, (byte) => alphabet[byte % alphabet.length] ?? '').join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
