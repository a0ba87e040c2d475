import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `getAccessToken()` returns a token for the app's own back end, valid for at least 30 s; null when logged out. */
export function useToken(callbacks?: Callbacks['accessToken']) {
  useCallbacks('accessToken', callbacks)
  const { getAccessToken } = useKit().actions
  return { getAccessToken }
}
