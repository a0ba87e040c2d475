import type { AuditKind } from '@sallyport/contract'
import type { WebhookEventType } from '@sallyport/contract/webhooks'
import type { App } from '../apps/app.js'
import { notify } from '../audit/notify.js'
import { type RecordedEvent, recordEvent } from '../audit/record-event.js'
import { recordUserEvent } from '../db/app-events.js'
import type { Db } from '../db/connect.js'
import { noteContactChange } from '../db/contact-changes.js'
import type { RequestFacts } from '../http/implement.js'
import { describeForAudit } from '../session/device.js'
import type { AccountKey } from './proven-account.js'
import type { AccountRecord, UserRecord } from './user.js'

/** A change of a user's accounts. */
interface AccountChange {
  app: App
  /** As they were before: the notice goes to the addresses they had. */
  user: UserRecord
  kind: Extract<AuditKind, `account_${string}`>
  account: AccountKey
  sessionId?: string | undefined
  /** The app's back end did it. */
  by?: 'app' | undefined
  /** Webhooks are told of the transfer, and not of a linked account. */
  isTransfer?: boolean
  /** The account before it was removed. */
  before?: AccountRecord | undefined
  request: Pick<RequestFacts, 'device'> & { confirmed?: true }
  nowMs: number
}

/** What webhooks call each change. */
const webhookOf = {
  account_linked: 'user.linked_account',
  account_restored: 'user.linked_account',
  account_unlinked: 'user.unlinked_account',
  account_updated: 'user.updated_account',
  // Told of the user who has the account now.
  account_transferred: undefined,
} as const satisfies Record<AccountChange['kind'], WebhookEventType | undefined>

/**
 * Records a change of a user's accounts, has the addresses they had before told, and the vault the addresses they have now, in
 * the transaction of the change.
 *
 * @returns what was recorded.
 */
export async function notifyOfChange(
  transaction: Db,
  change: AccountChange,
): Promise<RecordedEvent> {
  const { app, user, kind, account, sessionId, by, request, nowMs } = change
  const from = by === undefined ? describeForAudit(request.device) : { by }
  const event = await recordEvent(transaction, {
    kind,
    appId: app.id,
    userId: user.id,
    sessionId,
    data: {
      account_type: account.type,
      ...(user.is_guest && { of: 'guest' }),
      ...(request.confirmed && { confirmed: 'wallet' }),
      ...from,
    },
    nowMs,
  })
  const type = webhookOf[kind]
  if (type !== undefined && !change.isTransfer) {
    const about = kind === 'account_unlinked' ? { before: change.before } : account
    const owner = { appId: app.id, userId: user.id }
    await recordUserEvent(transaction, { ...owner, type, account: about, nowMs })
  }
  await notify(transaction, { event, accounts: user.accounts })
  await noteContactChange(transaction, { appId: app.id, userId: user.id, nowMs })
  return event
}
