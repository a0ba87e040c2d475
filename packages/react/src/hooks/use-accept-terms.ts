import { type User, user } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'

/** `acceptTerms()` notes that the user accepts the app's terms, for apps that ask on a page of their own; gives the changed user. */
export function useAcceptTerms() {
  const { client } = useKit()
  const acceptTerms = useCallback((): Promise<User> => user.acceptTerms(client), [client])
  return { acceptTerms }
}
