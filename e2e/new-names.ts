import { randomInt } from 'node:crypto'

/*
 * Names for new users. They are random: tests run in several processes at once, whose clocks and counters agree now and then, and two
 * that share an address get each other's codes.
 */

/** A name that no other account has. */
export function newName(kind: string): string {
  return kind + randomInt(36 ** 9).toString(36)
}

/** An American number, without its country code, that no other account has. */
export function newNumber(): string {
  return `201${randomInt(2_000_000, 10_000_000)}`
}

/** An email address that no other account has. */
export function newAddress(): string {
  return `${newName('person-')}@example.com`
}
