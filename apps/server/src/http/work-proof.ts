import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { countLeadingZeroBits, workText } from '@sallyport/contract'
import { take } from '../db/rate-limits.js'
import type { Deps } from '../deps.js'

/*
 * Work in place of a refusal: where a budget that strangers share is used up, a client that has computed for a moment is served all the
 * same. What it costs doubles with each further part of the budget, so a flood gets slow, and a user who is flooded waits seconds, not
 * minutes.
 */

/** About a second of a browser's time. */
const leastBits = 15
const mostBits = 22
const lifeMs = 2 * 60_000
const purpose = 'work-proof'

type WorkDeps = Pick<Deps, 'db' | 'clock' | 'keyEncryption'>

/** A new challenge about `subject`. @param over  How far its budget is overdrawn, in budgets. */
export function newChallenge(
  subject: string,
  over: number,
  { clock, keyEncryption }: Pick<WorkDeps, 'clock' | 'keyEncryption'>,
): string {
  const bits = Math.min(mostBits, leastBits + Math.floor(over))
  const parts = [bits, clock.nowMs() + lifeMs, randomBytes(9).toString('base64url')].join('.')
  return `${parts}.${macOf(parts, subject, keyEncryption.derive(purpose))}`
}

/** Whether `proof` solves a challenge about `subject` that was given out in the last two minutes, for the first time. */
export async function isWorkDone(
  proof: unknown,
  subject: string,
  { db, clock, keyEncryption }: WorkDeps,
): Promise<boolean> {
  if (typeof proof !== 'string' || proof.length > 200) return false
  const [bits = '', expiresAtMs = '', drawn = '', mac = '', answer = ''] = proof.split('.')
  const parts = [bits, expiresAtMs, drawn].join('.')
  const isOurs = keyEncryption
    .deriveEach(purpose)
    .some((key) => isSame(mac, macOf(parts, subject, key)))
  const nowMs = clock.nowMs()
  if (!isOurs || Number(expiresAtMs) < nowMs) return false
  const digest = createHash('sha256')
    .update(workText(`${parts}.${mac}`, answer))
    .digest()
  if (countLeadingZeroBits(digest) < Number(bits)) return false
  const once = { key: `work:${mac}`, points: 1, windowMs: lifeMs }
  return (await take(db, [once], nowMs)) === 0
}

function macOf(parts: string, subject: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${parts}\n${subject}`).digest('base64url').slice(0, 27)
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
