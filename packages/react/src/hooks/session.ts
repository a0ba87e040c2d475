import { session } from '@sallyport/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useClientState, useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** Whether the modal is on screen. */
export function useModalStatus(): { isOpen: boolean } {
  const { modal } = useKit()
  const isOpen = useSyncExternalStore(
    modal.subscribe,
    () => modal.runs().length > 0,
    () => false,
  )
  return { isOpen }
}

/** The user, null when logged out, and a way to fetch them anew. */
export function useUser() {
  const { client } = useKit()
  const { user } = useClientState()
  const refreshUser = useCallback(() => session.refreshUser(client), [client])
  return { user, refreshUser }
}

/** `getAccessToken()` gives a token for the app's own back end, valid at least 30 s; null when logged out. */
export function useToken(callbacks?: Callbacks['accessToken']) {
  useCallbacks('accessToken', callbacks)
  const { getAccessToken } = useKit().actions
  return { getAccessToken }
}

/** The identity token of the logged-in user; null when logged out or when the app has none. */
export function useIdentityToken(): { identityToken: string | null } {
  const { client } = useKit()
  const { user } = useClientState()
  const [identityToken, setToken] = useState<string | null>(null)
  useEffect(() => {
    if (user === null) return setToken(null)
    let current = true
    session.getIdentityToken(client).then(
      (token) => current && setToken(token),
      // Without an answer the last known token stays.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [client, user])
  return { identityToken }
}
