import { guest, type User } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'

/** `createGuestAccount()` logs in without an address or a code. @throws when a user is already logged in. */
export function useGuestAccounts() {
  const kit = useKit()
  const createGuestAccount = useCallback(async (): Promise<User> => {
    const { user } = await kit.proveAndFinish('guest', () => guest.login(kit.client))
    return user
  }, [kit])
  return { createGuestAccount }
}
