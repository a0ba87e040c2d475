export {
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookBody,
  type WebhookEventType,
  type WebhookProblem,
  type WebhookTrust,
  WebhookVerificationError,
} from '@sallyport/contract/webhooks'
