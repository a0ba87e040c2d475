import { sms } from '@sallyport/core'
import type { Callbacks } from '../events.js'
import { type CodeUpdate, useCodeUpdate } from './use-code-update.js'

const phoneUpdate: CodeUpdate = {
  id: 'sms',
  currentOf: (user) => user.phone?.number,
  send: (client, phoneNumber) => sms.sendLinkCode(client, { phoneNumber }),
  update: (client, { current, next, code }) =>
    sms.update(client, { oldPhoneNumber: current, newPhoneNumber: next, code }),
}

/** Replaces the user's phone number in the app's own form. Both functions reject with the client's error. */
export function useUpdatePhone(callbacks?: Callbacks['update']) {
  const { state, send, verifyCode } = useCodeUpdate(phoneUpdate, callbacks)
  const sendCode = ({ newPhoneNumber }: { newPhoneNumber: string }) => send(newPhoneNumber)
  return { state, sendCode, verifyCode }
}
