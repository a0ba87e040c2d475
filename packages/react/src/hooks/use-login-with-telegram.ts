import { errorCode, telegram, type User } from '@sallyport/core'
import { useCallback, useEffect, useState } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** Where a login with Telegram stands. */
export type TelegramFlowState =
  | { status: 'initial' | 'loading' | 'done' }
  | { status: 'error'; error: Error }

/** Login with Telegram's window and no screen of ours. Call `login` in a click. Rejects with what the client throws. */
export function useLoginWithTelegram(callbacks?: Callbacks['login']) {
  const kit = useKit()
  useCallbacks('login', callbacks)
  const [state, setState] = useState<TelegramFlowState>({ status: 'initial' })
  useEffect(() => {
    // The window opens at once only when its script is there.
    const { client } = kit
    const load = () => client.state.config?.telegram_auth && void telegram.preload(client)
    load()
    return client.subscribe(load)
  }, [kit])
  const login = useCallback(
    async ({ disableSignup = false }: { disableSignup?: boolean } = {}): Promise<User> => {
      const { client, events } = kit
      setState({ status: 'loading' })
      try {
        const proof = await telegram.requestProof(client)
        const { user } = await kit.proveAndFinish('telegram', () =>
          telegram.login(client, { proof, disableSignup }),
        )
        setState({ status: 'done' })
        return user
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error('The login failed', { cause })
        setState({ status: 'error', error })
        events.emit('login', (each) => each.onError?.(errorCode(error, 'unknown_auth_error')))
        throw error
      }
    },
    [kit],
  )
  return { login, state }
}
