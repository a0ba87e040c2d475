import { asFrameError } from '../../api/as-frame-error.js'
import { CallFailure } from '../../api/call-route.js'
import { FrameError } from '../../frame-error.js'
import type { PageCopy } from '../copy/en.js'
import { explainPasskey } from '../explain-passkey.js'
import { explain } from '../notice.js'

/** Why a test of recovery did not pass: what the user can do about it, or that the wallet does not come back this way. */
export function explainRehearsal(caught: unknown, copy: PageCopy): string {
  const texts = copy.rehearsal
  const ofPasskey = explainPasskey(caught, copy)
  if (ofPasskey !== null) return ofPasskey
  const error = asFrameError(caught)
  if (!(error instanceof FrameError)) return texts.failed
  const { type, reason } = error
  if (reason) return texts.storage[reason]
  if (type === 'invalid_recovery_pin') return texts.wrongPasscode
  if (type === 'wallet_not_on_device') return texts.failed
  // What the server refused says nothing about the recovery.
  return type !== 'error' || caught instanceof CallFailure ? explain(error, copy) : texts.failed
}
