import type { Logger } from 'pino'
import type { AnnouncedKey } from './change-app-key.js'
import type { FactorDeps } from './factors/factor-deps.js'
import { insertNotices, writeNotices } from './notices/outbox.js'

/** Logs that an app's token key is about to change: an error line, because operators have to look at it. */
export function logAnnouncedKey({ appId, acceptedFromMs }: AnnouncedKey, logger: Logger): void {
  const acceptedFrom = new Date(acceptedFromMs).toISOString()
  logger.error(
    { event: 'token_key_announced', appId, acceptedFrom },
    'A new token key of an app will be accepted: if no operator has made it, run repin before',
  )
}

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
