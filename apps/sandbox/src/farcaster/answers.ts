/** How the double of the Farcaster app answers: as the real one does, or wrongly. */
export const farcasterAnswers = {
  right: 'as the Farcaster app does',
  'wrong-owner': 'for an account of someone else',
  'wrong-nonce': 'with another nonce',
  slow: 'after five seconds',
} as const
export type FarcasterAnswer = keyof typeof farcasterAnswers
