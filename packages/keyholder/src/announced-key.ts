import type { Logger } from 'pino'
import type { AnnouncedKey } from './change-app-key.js'

/** Logs that an app's token key is about to change, or no longer is: an error line, because operators have to look at it. */
export function logAnnouncedKey(
  { appId, kid, acceptedFromMs }: AnnouncedKey,
  logger: Logger,
): void {
  if (acceptedFromMs === undefined) {
    logger.error(
      { event: 'token_key_withdrawn', appId, kid },
      'A new token key of an app was taken back before it was accepted: if no operator has done it, another person has the key before',
    )
    return
  }
  const acceptedFrom = new Date(acceptedFromMs).toISOString()
  logger.error(
    { event: 'token_key_announced', appId, kid, acceptedFrom },
    'A new token key of an app will be accepted: if no operator has made it, run repin before',
  )
}
