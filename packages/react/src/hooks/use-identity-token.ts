import { session } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { useClientState, useKit } from '../context.js'

/** The identity token of the user; null when logged out or when the app does not use identity tokens. */
export function useIdentityToken(): { identityToken: string | null } {
  const { client } = useKit()
  const { user } = useClientState()
  const [identityToken, setToken] = useState<string | null>(null)
  useEffect(() => {
    if (user === null) return setToken(null)
    let isCurrent = true
    session.getIdentityToken(client).then(
      (token) => isCurrent && setToken(token),
      // The request failed: keep the last known token.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, user])
  return { identityToken }
}
