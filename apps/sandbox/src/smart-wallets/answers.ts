/** How the local bundler answers; the first is what a real one does. */
export const bundlerAnswers = {
  normal: 'as the provider does',
  slow: 'after five seconds',
  down: 'that it is down',
} as const
export type BundlerAnswer = keyof typeof bundlerAnswers

/** How the local paymaster answers. */
export const paymasterAnswers = {
  normal: 'that it pays',
  refuse: 'that its policy refuses',
  down: 'that it is down',
} as const
export type PaymasterAnswer = keyof typeof paymasterAnswers
