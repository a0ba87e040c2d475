import { session } from '@sallyport/core'
import { useCallback } from 'react'
import { useClientState, useKit } from '../context.js'

/** The user, null when logged out; `refreshUser()` fetches the user again. */
export function useUser() {
  const { client } = useKit()
  const { user } = useClientState()
  const refreshUser = useCallback(() => session.refreshUser(client), [client])
  return { user, refreshUser }
}
