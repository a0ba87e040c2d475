/** What a simulated seller of coins does, by what the dashboard says about it. */
export const sellerAnswers = {
  normal: 'as the provider does',
  slow: 'it delivers 8 seconds after the payment',
  refused: 'it declines every payment',
  down: 'it fails with status 500',
} as const satisfies Record<string, string>
export type SellerAnswer = keyof typeof sellerAnswers

/** What the simulated bridge does. */
export const bridgeAnswers = {
  normal: 'as the provider does',
  unquoted: 'it gives no price',
  slow: 'it delivers 8 seconds after the payment',
  stuck: 'it takes the payment and delivers nothing yet',
  refunded: 'it sends every payment back',
  failed: 'it loses every payment',
  down: 'it fails with status 500',
} as const satisfies Record<string, string>
export type BridgeAnswer = keyof typeof bridgeAnswers
