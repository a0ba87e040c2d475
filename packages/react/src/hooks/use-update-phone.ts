import type { Callbacks } from '../events.js'
import { smsCalls } from '../late-code-calls.js'
import { type CodeUpdate, useCodeUpdate } from './use-code-update.js'

const phoneUpdate: CodeUpdate = {
  id: 'sms',
  currentOf: (user) => user.phone?.number,
  ...smsCalls,
}

/** Replaces the user's phone number in the app's own form. Both functions reject with the client's error. */
export function useUpdatePhone(callbacks?: Callbacks['update']) {
  const { state, send, verifyCode } = useCodeUpdate(phoneUpdate, callbacks)
  const sendCode = ({ newPhoneNumber }: { newPhoneNumber: string }) => send(newPhoneNumber)
  return { state, sendCode, verifyCode }
}
