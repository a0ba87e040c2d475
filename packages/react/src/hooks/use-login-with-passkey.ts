import { errorCode, type PasskeyStep, passkey } from '@sallyport/core'
import { useState } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** Where a passkey request stands (react-api §5). */
export type PasskeyFlowState =
  | { status: 'initial' | PasskeyStep | 'done' }
  | { status: 'error'; error: Error }

/** `loginWithPasskey()` logs in with the browser's dialog, without the modal. @throws what the client throws. */
export function useLoginWithPasskey(callbacks?: Callbacks['login']) {
  const { state, run } = usePasskeyLogin(callbacks)
  const loginWithPasskey = ({ credentialIds = [] }: { credentialIds?: string[] } = {}) =>
    run((client, onStep) => passkey.login(client, { credentialIds, onStep }))
  return { state, loginWithPasskey }
}

/** `signupWithPasskey()` creates an account with a new passkey, without the modal. @throws what the client throws. */
export function useSignupWithPasskey(callbacks?: Callbacks['login']) {
  const { state, run } = usePasskeyLogin(callbacks)
  const signupWithPasskey = () => run((client, onStep) => passkey.signUp(client, { onStep }))
  return { state, signupWithPasskey }
}

type Ask = (
  client: Parameters<typeof passkey.login>[0],
  onStep: (step: PasskeyStep) => void,
) => ReturnType<typeof passkey.login>

function usePasskeyLogin(callbacks?: Callbacks['login']) {
  const kit = useKit()
  useCallbacks('login', callbacks)
  const [state, setState] = useState<PasskeyFlowState>({ status: 'initial' })
  const run = async (ask: Ask): Promise<void> => {
    try {
      const onStep = (status: PasskeyStep) => setState({ status })
      await kit.proveAndFinish('passkey', () => ask(kit.client, onStep))
      setState({ status: 'done' })
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error('The login failed', { cause })
      setState({ status: 'error', error })
      kit.events.emit('login', (each) => each.onError?.(errorCode(error, 'unknown_auth_error')))
      throw error
    }
  }
  return { state, run }
}
