import { type AnnouncedKey, LimitReached, logAnnouncedKey } from '@sallyport/keyholder'
import type { Logger } from 'pino'
import type { FactorDeps } from './factors/factor-deps.js'
import { insertNotices, writeNotices } from './notices/outbox.js'
import { countRelease, inCountingTransaction } from './release-limits.js'

/** New token keys of an app in 24 hours: more would hide the mail about one among others. */
const newKeysPerDay = 5
const dayMs = 86_400_000

type AnnounceDeps = Pick<FactorDeps, 'db' | 'cipher' | 'config' | 'clock' | 'counters'> & {
  logger: Logger
}

async function countNewKey(appId: string, deps: AnnounceDeps): Promise<void> {
  const limit = { subject: JSON.stringify(['new-key', appId]), limit: newKeysPerDay }
  const turn = { subjects: [`new-key ${appId}`] }
  const waitMs = await inCountingTransaction(deps, turn, (counting) =>
    countRelease({ ...limit, windowMs: dayMs }, counting),
  )
  if (waitMs > 0) throw new LimitReached(waitMs)
}

/**
 * Logs it, and mails it to the vault's operators.
 *
 * @throws LimitReached after five new keys in a day.
 */
export async function announceKey(announced: AnnouncedKey, deps: AnnounceDeps): Promise<void> {
  const { appId, kid, atMs, acceptedFromMs } = announced
  if (acceptedFromMs !== undefined) await countNewKey(appId, deps)
  logAnnouncedKey(announced, deps.logger)
  const { mail } = deps.config
  if (mail === undefined) return
  const about = { atMs, appId, kid }
  const event =
    acceptedFromMs === undefined
      ? ({ kind: 'token_key_withdrawn', ...about } as const)
      : ({ kind: 'token_key_announced', ...about, acceptedFromMs } as const)
  const notice = { event, appName: 'your deployment', to: [mail.operator] }
  await insertNotices(await writeNotices(notice, deps), deps.db)
}
