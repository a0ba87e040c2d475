import type { Intent, LoginMethod } from '../../flow/screens.js'
import { codeOf } from '../../login-methods.js'
import { useModal } from '../../modal/modal-context.js'
import { type Task, useTask } from '../../modal/use-task.js'

/** The task that sends another code to the same address, and announces it. */
export function useResend(props: {
  method: LoginMethod
  address: string
  intent: Intent
  onSent: () => void
}): Task<void> {
  const { method, address, intent, onSent } = props
  const { kit, copy, announce } = useModal()
  return useTask(async () => {
    const { send, sendLink } = codeOf(method)
    await (intent === 'login' ? send : sendLink)(kit.client, address)
    announce(copy.code.resent)
    if (intent === 'login') kit.pendingCode.renew()
    onSent()
  })
}
