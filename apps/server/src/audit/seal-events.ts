import {
  lockSealer,
  readHeadSeq,
  readPending,
  readSealed,
  type SealedEvent,
  writeSeals,
} from '../db/audit-seals.js'
import type { Db } from '../db/connect.js'
import type { Deps } from '../deps.js'
import { type ChainedEvent, isSameLink, type Link, linkEvent, newestAuditKey } from './chain.js'

/** What `sealEvents` needs. */
type SealDeps = Pick<Deps, 'db' | 'keyEncryption' | 'logger'>

/** Events sealed in one transaction. */
const batch = 500

/**
 * Gives the events that wait their places in the chains of their apps. It runs in the background and in one process at a
 * time: a login that waited for the hash of the login before it would wait for every other login of its app.
 *
 * @returns apps whose newest sealed event is not the one that was sealed.
 */
export async function sealEvents(deps: SealDeps): Promise<string[]> {
  const broken = new Set<string>()
  for (;;) {
    const count = await deps.db
      .transaction()
      .execute((transaction) => sealBatch(deps, transaction, broken))
    if (count < batch) return [...broken]
  }
}

async function sealBatch(deps: SealDeps, transaction: Db, broken: Set<string>): Promise<number> {
  if (!(await lockSealer(transaction))) return 0
  const events = await readPending(transaction, batch)
  const key = newestAuditKey(deps.keyEncryption)
  const heads = new Map<string, Link | undefined>()
  const sealed: { event: ChainedEvent; link: Link }[] = []
  for (const event of events) {
    const { app_id: appId } = event
    if (!heads.has(appId)) {
      const head = await readHead(transaction, { appId, key })
      if (head.isBroken) broken.add(appId)
      heads.set(appId, head.link)
    }
    const link = linkEvent(event, { before: heads.get(appId), key })
    heads.set(appId, link)
    sealed.push({ event, link })
  }
  if (sealed.length > 0) await writeSeals(transaction, sealed)
  for (const [appId, link] of heads) {
    // Kept outside the database, the head shows later that rows at the end were removed.
    const { seq, hash } = link ?? {}
    deps.logger.info({ event: 'audit_head', appId, seq, hash: hash?.toString('hex') }, 'audit head')
  }
  return events.length
}

/** The newest link of an app. It is compared with its event before the chain goes on from it. */
async function readHead(
  db: Db,
  { appId, key }: { appId: string; key: Uint8Array },
): Promise<{ link: Link | undefined; isBroken: boolean }> {
  const afterSeq = Math.max(0, (await readHeadSeq(db, appId)) - 2)
  const [one, two]: (SealedEvent | undefined)[] = await readSealed(db, {
    appId,
    afterSeq,
    limit: 2,
  })
  const [before, head] = two === undefined ? [undefined, one] : [one, two]
  if (head === undefined) return { link: undefined, isBroken: false }
  const { event, link } = head
  const isSame =
    event !== undefined && isSameLink(link, linkEvent(event, { before: before?.link, key }))
  return { link, isBroken: !isSame }
}
