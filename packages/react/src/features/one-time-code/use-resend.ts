import type { LoginMethod } from '../../flow/screens.js'
import { codeOf } from '../../login-methods.js'
import { useModal } from '../../modal/modal-context.js'
import { type Task, useTask } from '../../modal/use-task.js'

/** The task that sends another code to the same address, and announces it. */
export function useResend(props: {
  method: LoginMethod
  address: string
  onSent: () => void
}): Task<void> {
  const { method, address, onSent } = props
  const { kit, copy, announce } = useModal()
  return useTask(async () => {
    await codeOf(method).send(kit.client, address)
    announce(copy.code.resent)
    kit.pendingCode.renew()
    onSent()
  })
}
