/** What a simulated cloud storage does with a recovery file, by what the dashboard says about it. */
export const cloudAnswers = {
  normal: 'as the provider does',
  refused: 'it refuses access to the folder',
  revoked: 'the user has withdrawn the consent',
  full: 'the storage is full',
  stale: 'a read answers what was there before',
  deleted: 'the file has been deleted',
  slow: 'it takes 8 seconds',
  down: 'it fails with status 500',
} as const satisfies Record<string, string>
export type CloudAnswer = keyof typeof cloudAnswers
