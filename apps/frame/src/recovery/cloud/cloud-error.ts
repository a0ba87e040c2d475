import type { FrameErrorType, StorageProblem } from '@sallyport/contract'
import { FrameError } from '../../frame-error.js'

/** Why a recovery secret was not stored in, or read from, a user's cloud storage; and what the user is told. */
const problems = {
  refused: [
    'invalid_credentials',
    'The cloud storage refused access. Sign in there again, and allow it',
  ],
  full: ['error', 'The cloud storage is full. Make room there, and try again'],
  missing: [
    'error',
    'The recovery file is not in this cloud storage. It was deleted, or this is another account',
  ],
  damaged: ['error', 'The recovery file in the cloud storage is not that of this wallet'],
  'not-kept': ['error', 'The cloud storage did not keep the recovery file. Nothing was changed'],
  unavailable: ['error', 'The cloud storage did not answer. Try again'],
} as const satisfies Record<StorageProblem, readonly [FrameErrorType, string]>

/** An error of a cloud storage, which the page may see. Nothing of the storage's answer is in it. */
export class CloudError extends FrameError {
  constructor(problem: StorageProblem) {
    const [type, message] = problems[problem]
    super(type, message, problem)
  }
}
