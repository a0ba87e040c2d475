import { randomBytes } from 'node:crypto'

/** Random text of this length, in the letters of base64url. */
export function textOf(length) {
  return randomBytes(length).toString('base64url').slice(0, length)
}

/** A wrong guess at a text, as long as it: with all but its last character if `isClose`, else without its first. */
export function guessText(right, isClose) {
  const last = right.length - 1
  return isClose
    ? right.slice(0, last) + letterBut(right[last])
    : letterBut(right[0]) + textOf(last)
}

function letterBut(right) {
  const letter = textOf(1)
  return letter === right ? letterBut(right) : letter
}

/** A wrong guess at bytes: with all of them but the last bit if `isClose`, else random and without the first bit. */
export function guessBytes(right, isClose) {
  const guess = isClose ? Buffer.from(right) : randomBytes(right.length)
  if (isClose) guess[guess.length - 1] ^= 1
  else guess[0] = (guess[0] & 0x7f) | (~right[0] & 0x80)
  return guess
}

/**
 * The same guess, made anew in one way whatever it is: a text that was put together is kept in pieces and read more
 * slowly, and its neighbours in memory would tell how it came about.
 */
export function freshCopy(guess) {
  if (typeof guess === 'string') return Buffer.from(guess, 'latin1').toString('latin1')
  return Uint8Array.from(guess)
}
