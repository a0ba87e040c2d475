import type { MfaMethod } from '@sallyport/core'
import { useSyncExternalStore } from 'react'
import { useModal } from '../../modal/modal-context.js'

/** Methods in the order they are offered: the safest first. */
const order: readonly MfaMethod[] = ['passkey', 'totp', 'sms']

/** The factors of the user and those of the app, as of now. */
export function useFactors() {
  const { kit, settings } = useModal()
  const { client } = kit
  const user = useSyncExternalStore(client.subscribe, () => client.state.user)
  const offered = settings.mfaMethods
  const enrolled = order.filter((method) => user?.mfaMethods.includes(method))
  return {
    user,
    enrolled,
    /** What can be enrolled: a factor that the app no longer offers can only be removed. */
    shown: order.filter((method) => offered.includes(method) || enrolled.includes(method)),
  }
}
