import { passkey, type User } from '@sallyport/core'
import { useState } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { proveLinkHeadless } from '../links.js'
import { useCallbacks } from './use-callbacks.js'
import type { PasskeyFlowState } from './use-login-with-passkey.js'

/** `linkWithPasskey()` adds a passkey to the logged-in user, without the modal. @throws what the client throws. */
export function useLinkWithPasskey(callbacks?: Callbacks['linkAccount']) {
  const kit = useKit()
  useCallbacks('linkAccount', callbacks)
  const [state, setState] = useState<PasskeyFlowState>({ status: 'initial' })
  const linkWithPasskey = async (): Promise<User> => {
    const run = () => passkey.link(kit.client, { onStep: (status) => setState({ status }) })
    const steps = { method: 'passkey', intent: 'link', run, transfer: null } as const
    try {
      const { user } = await proveLinkHeadless(kit, steps)
      setState({ status: 'done' })
      return user
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error('Linking failed', { cause })
      setState({ status: 'error', error })
      throw error
    }
  }
  return { state, linkWithPasskey }
}
