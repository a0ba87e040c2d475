/** How the double of the Farcaster app answers: as the real one does, or wrongly. */
export const farcasterAnswers = {
  right: 'as the Farcaster app does',
  'wrong-owner': 'for an account of someone else',
  'wrong-nonce': 'with another nonce',
  slow: 'after five seconds',
} as const
export type FarcasterAnswer = keyof typeof farcasterAnswers

/** How the double of the relay answers. */
export const farcasterRelayAnswers = {
  right: 'as Farcaster’s relay does',
  slow: 'after five seconds',
  garbage: 'with text that is not JSON',
  down: 'with status 500',
} as const
export type FarcasterRelayAnswer = keyof typeof farcasterRelayAnswers
