import { type AnnouncedKey, logAnnouncedKey } from '@sallyport/keyholder'
import type { Logger } from 'pino'
import type { FactorDeps } from './factors/factor-deps.js'
import { insertNotices, writeNotices } from './notices/outbox.js'

/** Logs it, and mails it to the vault's operators. */
export async function announceKey(
  announced: AnnouncedKey,
  deps: Pick<FactorDeps, 'db' | 'cipher' | 'config'> & { logger: Logger },
): Promise<void> {
  logAnnouncedKey(announced, deps.logger)
  const { appId, atMs, acceptedFromMs } = announced
  const { mail } = deps.config
  if (mail === undefined) return
  const event = { kind: 'token_key_announced', atMs, appId, acceptedFromMs } as const
  const notice = { event, appName: 'your deployment', to: [mail.operator] }
  await insertNotices(await writeNotices(notice, deps), deps.db)
}
