import type * as z from 'zod/mini'
import * as payload from './payloads.js'

/** An event that webhooks tell of: its meaning, and the fields of its body beside `type`. */
interface WebhookEvent {
  about: string
  body: z.ZodMiniType
}

/** Every event that is sent, by the name in `type` (wire reference §30). A name is added here and nowhere else. */
export const webhookEvents = {
  'user.created': { about: 'A user signed up, or was imported', body: payload.ofUser },
  'user.authenticated': { about: 'A user logged in', body: payload.ofAccount },
  'user.linked_account': { about: 'A user added an account', body: payload.ofAccount },
  'user.unlinked_account': { about: 'An account was removed', body: payload.ofAccount },
  'user.updated_account': { about: 'A user replaced an account', body: payload.ofAccount },
  'user.transferred_account': {
    about: 'An account moved to another user, and the user before was deleted',
    body: payload.ofTransfer,
  },
  'user.deleted': { about: 'The app deleted a user, shown as before', body: payload.ofUser },
  'user.wallet_created': { about: 'A user got a wallet', body: payload.ofUserWallet },
  'user.session_ended': {
    about: 'A session ended before its time (ours)',
    body: payload.ofSession,
  },
  'mfa.enabled': { about: 'A second factor was added', body: payload.ofFactor },
  'mfa.disabled': { about: 'A second factor was removed', body: payload.ofFactor },
  'transaction.broadcasted': {
    about: 'A node took what a wallet sends',
    body: payload.ofTransaction,
  },
  'transaction.still_pending': {
    about: 'It is still not in a block',
    body: payload.ofTransaction,
  },
  'transaction.confirmed': { about: 'It is in a block', body: payload.ofTransaction },
  'transaction.finalized': {
    about: 'It is as deep as the app waits for',
    body: payload.ofTransaction,
  },
  'transaction.execution_reverted': {
    about: 'It is in a block and was reverted',
    body: payload.ofTransaction,
  },
  'transaction.replaced': {
    about: 'Another transaction took its nonce',
    body: payload.ofTransaction,
  },
  'transaction.failed': { about: 'No node takes it', body: payload.ofTransaction },
  'transaction.provider_error': {
    about: 'The provider does not say what became of it',
    body: payload.ofTransaction,
  },
  'wallet.private_key_export': { about: 'A private key left', body: payload.ofExport },
  'wallet.seed_phrase_export': { about: 'A recovery phrase left', body: payload.ofExport },
  'wallet.recovery_setup': {
    about: 'A wallet has a recovery method, or another one',
    body: payload.ofRecovery,
  },
  'wallet.recovered': {
    about: 'A wallet was restored in a browser without it',
    body: payload.ofOwnWallet,
  },
  'wallet.recovery_tested': {
    about: 'A user restored a wallet for a test, and its address came back (ours)',
    body: payload.ofOwnWallet,
  },
  'wallet.delegation_granted': {
    about: 'A user let the app act with a wallet (ours)',
    body: payload.ofOwnWallet,
  },
  'wallet.delegation_revoked': {
    about: 'A user ended what the app may do with a wallet (ours)',
    body: payload.ofOwnWallet,
  },
  'wallet.archived': { about: 'A server wallet was put aside', body: payload.ofArchive },
  'intent.created': { about: 'A request waits for signatures', body: payload.ofIntent },
  'intent.authorized': { about: 'A member signed it', body: payload.ofVote },
  'intent.executed': { about: 'It was carried out', body: payload.ofResult },
  'intent.failed': { about: 'It was signed and then refused', body: payload.ofResult },
  'intent.rejected': { about: 'It was turned down', body: payload.ofRejection },
  'intent.expired': { about: 'It waited for too long (ours)', body: payload.ofIntent },
  'intent.dismissed': {
    about: 'What it was about is gone (ours)',
    body: payload.ofDismissal,
  },
  'approval.asked': {
    about: 'Members are asked to approve a request (ours)',
    body: payload.ofApproval,
  },
  'approval.given': {
    about: 'The last signature that was needed is there (ours)',
    body: payload.ofApproval,
  },
  'policy.denied': {
    about: 'A policy refused what a wallet was asked to sign (ours)',
    body: payload.ofDenial,
  },
  'policy.limit_reached': {
    about: 'It would have passed a limit of a policy (ours)',
    body: payload.ofDenial,
  },
} as const satisfies Record<string, WebhookEvent>

/** The name of an event that is sent. */
export type WebhookEventType = keyof typeof webhookEvents
/** The fields of an event's body beside `type`. */
export type WebhookData<T extends WebhookEventType> = z.output<(typeof webhookEvents)[T]['body']>
/** The body of an event. */
export type WebhookBody<T extends WebhookEventType = WebhookEventType> = {
  [E in T]: { type: E } & WebhookData<E>
}[T]

// The keys of the table above.
export const webhookEventTypes = Object.keys(webhookEvents) as [
  WebhookEventType,
  ...WebhookEventType[],
]

/** Events that clients of the field know and that are not sent, with the reason. */
export const unsentEvents = {
  'wallet.funds_deposited': 'needs an index of the chain',
  'wallet.funds_withdrawn': 'needs an index of the chain; see transaction.confirmed',
  'wallet.restored': 'archived wallets are not restored',
  'user_operation.completed': 'see transaction.confirmed, also of sponsored sends',
  'usage.gas_sponsorship.recorded': 'see transaction.confirmed, also of sponsored sends',
  'wallet_action.transfer.created': 'see transaction.broadcasted',
  'wallet_action.transfer.succeeded': 'see transaction.confirmed',
  'wallet_action.transfer.rejected': 'see policy.denied',
  'wallet_action.transfer.failed': 'see transaction.failed',
} as const satisfies Record<string, string>
