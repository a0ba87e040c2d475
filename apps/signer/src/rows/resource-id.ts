import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const alphabet = `${letters}0123456789`

/** A fresh id of a wallet or quorum: 24 lower-case letters and digits, beginning with a letter (wire.md 24). */
export function newResourceId(): string {
  const first = letters[uniform(letters.length)]
  return `${first}${Array.from({ length: 23 }, () => alphabet[uniform(alphabet.length)]).join('')}`
}

/** A number below `below`, each as likely as the others. */
function uniform(below: number): number {
  const fair = 256 - (256 % below)
  for (;;) {
    const [byte = 0] = randomBytes(1)
    if (byte < fair) return byte % below
  }
}
