import type { WebhookEventType } from '@sallyport/contract/webhooks'
import type { EventRecord } from '../db/webhook-tables.js'
import { toWireAccount, toWireUser } from '../identity/user.js'

/** An event as its row has it. */
export interface StoredEvent {
  type: WebhookEventType
  data: Record<string, unknown>
  record: EventRecord
}

/**
 * The body of an event, exactly as JSON.stringify writes its own parse: receivers that parse it before they verify it write the same bytes
 * (wire reference §43). The same for every attempt.
 */
export function bodyOf({ type, data, record }: StoredEvent): string {
  const { user, account, wallet } = record
  const shown = user && toWireUser(user)
  const isTransfer = type === 'user.transferred_account'
  const body = {
    type,
    ...(shown && (isTransfer ? { toUser: shown } : { user: shown })),
    ...(account !== undefined && { account: account === null ? null : toWireAccount(account) }),
    ...(wallet && { wallet: toWireAccount(wallet) }),
    ...data,
  }
  // A member of that name is read as a prototype by some receivers.
  return JSON.stringify(body, (key, value: unknown) => (key === '__proto__' ? undefined : value))
}
