import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { linkingOf } from '../linking-actions.js'
import { useCallbacks } from './use-callbacks.js'

/** Functions that open the modal to link an account; the callbacks receive the result. */
export function useLinkAccount(callbacks?: Callbacks['linkAccount']) {
  useCallbacks('linkAccount', callbacks)
  const { updateEmail: _, updatePhone: __, ...linking } = linkingOf(useKit())
  return linking
}
