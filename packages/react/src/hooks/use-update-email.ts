import type { Callbacks } from '../events.js'
import { emailCalls } from '../late-code-calls.js'
import { type CodeUpdate, useCodeUpdate } from './use-code-update.js'

const emailUpdate: CodeUpdate = {
  id: 'email',
  currentOf: (user) => user.email?.address,
  ...emailCalls,
}

/** Replaces the user's email address in the app's own form. Both functions reject with the client's error. */
export function useUpdateEmail(callbacks?: Callbacks['update']) {
  const { state, send, verifyCode } = useCodeUpdate(emailUpdate, callbacks)
  const sendCode = ({ newEmailAddress }: { newEmailAddress: string }) => send(newEmailAddress)
  return { state, sendCode, verifyCode }
}
