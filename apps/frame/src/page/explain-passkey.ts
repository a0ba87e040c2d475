import { PasskeyError } from '../recovery/passkey/passkey-error.js'
import type { PageCopy } from './copy/en.js'

/** What went wrong with a passkey, in the user's words; null for another error. */
export function explainPasskey(error: unknown, { passkey }: PageCopy): string | null {
  return error instanceof PasskeyError ? passkey.problems[error.reason] : null
}
