import type { App } from '../apps/app.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { type AccountChange, composeNoticeMail, composeNoticeText } from './change-notices.js'
import type { AccountKey } from './proven-account.js'
import type { UserRecord } from './user.js'

/** A change of a user's accounts. */
interface ChangeNotice {
  app: App
  /** As they were before: the notice goes to the addresses they had. */
  user: UserRecord
  change: AccountChange
  account: AccountKey
  request: Pick<RequestFacts, 'userAgent'>
}

/**
 * Tells the user's email address and phone number, as they were before the change. Call it after the commit: it does not
 * wait for the messages, and one that cannot be sent is logged without its address.
 */
export function notifyOfChange(deps: Deps, notice: ChangeNotice): void {
  for (const send of messagesOf(deps, notice)) {
    send().catch((error: unknown) => {
      const reason = error instanceof Error ? error.name : 'unknown'
      deps.logger.warn({ event: 'notice_not_sent', appId: notice.app.id, reason }, 'no notice sent')
    })
  }
}

function messagesOf(deps: Deps, notice: ChangeNotice): (() => Promise<void>)[] {
  const { app, user, change, account, request } = notice
  const about = { app: app.settings, change, type: account.type, userAgent: request.userAgent }
  return user.accounts.flatMap(({ type, data }) => {
    if (type === 'email' && typeof data.address === 'string') {
      const mail = composeNoticeMail({ ...about, to: data.address })
      return [async () => deps.channels.email.send(mail)]
    }
    if (type === 'phone' && typeof data.phoneNumber === 'string') {
      const sms = { to: data.phoneNumber, text: composeNoticeText(about) }
      return [async () => deps.channels.sms.send(sms)]
    }
    return []
  })
}
