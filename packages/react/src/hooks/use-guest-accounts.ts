import { guest, type User } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'

/**
 * `createGuestAccount()` logs in without an address or a code; it throws when a user is already logged in.
 * `forgetGuestAccount()` logs out and makes the browser forget its guest: an account without another way to log in is lost.
 */
export function useGuestAccounts() {
  const kit = useKit()
  const createGuestAccount = useCallback(async (): Promise<User> => {
    const { user } = await kit.proveAndFinish('guest', () => guest.login(kit.client))
    return user
  }, [kit])
  const forgetGuestAccount = useCallback(async (): Promise<void> => {
    await kit.logout()
    await guest.forget(kit.client)
  }, [kit])
  return { createGuestAccount, forgetGuestAccount }
}
