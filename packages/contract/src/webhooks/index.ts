export * from './events.js'
export {
  type AttemptFailure,
  attemptFailures,
  deliveryStates,
  disabledReasons,
  webhooks,
} from './routes.js'
export {
  type ReceivedWebhook,
  receiveWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookTrust,
} from './verify.js'
export { type WebhookProblem, WebhookVerificationError } from './verify-error.js'
