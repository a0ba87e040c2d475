export {
  type ReceivedWebhook,
  receiveWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookBody,
  type WebhookEventType,
  type WebhookProblem,
  type WebhookTrust,
  WebhookVerificationError,
} from '@sallyport/contract/webhooks'
