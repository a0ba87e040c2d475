import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@sallyport/contract'
import { beginRequest, endRequest, forgetRequest } from '../db/idempotent-requests.js'
import { DatabaseUnavailable } from '../db/unavailable.js'
import type { Deps } from '../deps.js'

const keyMaxLength = 256
/** How often the end of a run is noted again: until it counts as over anyway. */
const laterMs = 500
const laterAttempts = 100

/** A request that may have an idempotency key. */
interface Repeatable<A> {
  appId: string
  /** `privy-idempotency-key`, if it was sent. */
  key: string | undefined
  /** Whose keys they are, where it is not the app's back end: two who choose the same key do not meet. */
  scope?: string
  /** What is the same whenever it is repeated. */
  request: object
  /** Whether repeated requests get this answer for a day. Without it they are carried out again. */
  isKept(answer: A): boolean
}

/**
 * Carries a request out once for each idempotency key (wire.md 29): the same request again gets the first answer, and what was
 * refused leaves its key free.
 *
 * @throws ApiError `invalid_data` for a key that is too long or stands for another request; `too_many_requests` while the
 *   same request is being carried out, for clients to ask again; what `work` throws.
 */
export async function oncePerKey<A extends object>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { appId, key, scope, request, isKept }: Repeatable<A>,
  work: () => Promise<A>,
): Promise<A> {
  if (key === undefined) return work()
  if (key.length === 0 || key.length > keyMaxLength) {
    throw invalid(`privy-idempotency-key must have 1 to ${keyMaxLength} characters`)
  }
  // No key that is sent has a line break: headers have none.
  const scoped = scope === undefined ? key : `${scope}\n${key}`
  const startedAtMs = clock.nowMs()
  const run = { appId, key: scoped, request: JSON.stringify(request), startedAtMs }
  const state = await beginRequest(db, run).catch((error: unknown) => {
    // It may have begun although the answer did not come: nothing is carried out, so its key is free.
    if (error instanceof DatabaseUnavailable) void settleLater(() => forgetRequest(db, run))
    throw error
  })
  if (state === 'other-request') {
    throw invalid('privy-idempotency-key was used for another request')
  }
  if (state === 'running') {
    throw new ApiError('too_many_requests', {
      message: 'The same request is being carried out. Ask again',
    })
  }
  // Kept below, of the same request.
  if (state !== 'begun') return state.answer as A
  let answer: A
  try {
    answer = await work()
  } catch (error) {
    await settle(() => forgetRequest(db, run))
    throw error
  }
  await settle(() => endRequest(db, { ...run, answer: isKept(answer) ? answer : null }))
  return answer
}

/**
 * Notes how a run has ended. While the database is away, as during a failover, it is tried again in the background: otherwise the key would count as
 * in use for a minute, and the request be carried out a second time after it.
 */
async function settle(note: () => Promise<void>): Promise<void> {
  try {
    await note()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) void settleLater(note)
    throw error
  }
}

async function settleLater(note: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < laterAttempts; attempt += 1) {
    await wait(laterMs, undefined, { ref: false })
    const isNoted = await note().then(
      () => true,
      () => false,
    )
    if (isNoted) return
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
