import { countUnsealed, readSealed } from '../db/audit-seals.js'
import type { Db } from '../db/connect.js'
import type { KeyRing } from '../ports/key-encryption.js'
import {
  auditKeys,
  isAuthentic,
  isSameLink,
  type Link,
  linkEvent,
  newestAuditKey,
} from './chain.js'

/** What is wrong with a chain. */
interface ChainProblem {
  /** Place in the chain. */
  seq: number
  problem: keyof typeof meanings
}

/** What each problem means. */
export const meanings = {
  removed: 'the row of the event was removed',
  gap: 'a place of the chain is missing',
  changed: 'the row of the event, or its place, was changed',
  forged: 'the newest place was not written by a server with the key',
  shorter: 'the chain is shorter than it was, or was replaced',
  unsealed: 'events were added, or taken out of the queue, without a place in the chain',
} as const

/** What the check of an app's chain found. */
interface ChainReport {
  appId: string
  /** Places of the chain. */
  length: number
  /** Events that wait for their place: they come within seconds. */
  waiting: number
  /** `<place>:<hash>`. Keep it elsewhere and give it to a later check. */
  head: string
  problems: ChainProblem[]
}

const page = 1_000
const mostProblems = 20

/**
 * Reads an app's whole chain and compares every place with its event.
 *
 * @param knownHead  Head of an earlier report: shows whether the chain was cut or replaced since.
 */
export async function verifyChain(
  { db, keyEncryption }: { db: Db; keyEncryption: Pick<KeyRing, 'derive' | 'deriveEach'> },
  { appId, knownHead }: { appId: string; knownHead?: string | undefined },
): Promise<ChainReport> {
  const keys = auditKeys(keyEncryption)
  const problems: ChainProblem[] = []
  let before: Link | undefined
  let isKnownHeadFound = knownHead === undefined
  for (;;) {
    const sealed = await readSealed(db, { appId, afterSeq: before?.seq ?? 0, limit: page })
    for (const { link, event } of sealed) {
      const { seq } = link
      if (seq !== (before?.seq ?? 0) + 1) problems.push({ seq, problem: 'gap' })
      else if (event === undefined) problems.push({ seq, problem: 'removed' })
      else if (
        !isSameLink(link, linkEvent(event, { before, key: newestAuditKey(keyEncryption) }))
      ) {
        problems.push({ seq, problem: 'changed' })
      }
      if (knownHead === describeHead(link)) isKnownHeadFound = true
      before = link
    }
    if (sealed.length < page) break
  }
  const { waiting, lost } = await countUnsealed(db, appId)
  const length = before?.seq ?? 0
  // The newest hash covers all before it, so one MAC vouches for all, also for those under a key that is gone.
  const newest = before
  if (newest && !keys.some((key) => isAuthentic(newest, key)))
    problems.push({ seq: length, problem: 'forged' })
  if (!isKnownHeadFound) problems.push({ seq: length, problem: 'shorter' })
  if (lost > 0) problems.push({ seq: length, problem: 'unsealed' })
  const head = before === undefined ? '0:' : describeHead(before)
  return { appId, length, waiting, head, problems: problems.slice(0, mostProblems) }
}

function describeHead({ seq, hash }: Link): string {
  return `${seq}:${hash.toString('hex')}`
}
