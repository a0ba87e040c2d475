import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { linkingOf } from '../linking-actions.js'
import { useCallbacks } from './use-callbacks.js'

/** `updateEmail()` and `updatePhone()` open the modal to replace the user's address; the callbacks receive the result. */
export function useUpdateAccount(callbacks?: Callbacks['update']) {
  useCallbacks('update', callbacks)
  const { updateEmail, updatePhone } = linkingOf(useKit())
  return { updateEmail, updatePhone }
}
