import { crossAppAccounts } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'

/**
 * Gives the token that another app issued for the user, which that app's back end can check by `POST /oauth/verify`; null when
 * there is none. Without an app id: of the account that was linked first.
 */
export function useGetAccessTokenForProvider() {
  const { client } = useKit()
  const getAccessTokenForProvider = useCallback(
    async ({ appId }: { appId?: string } = {}): Promise<{ token: string | null }> => {
      const { user } = client.state
      const accounts = user === null ? [] : crossAppAccounts.accountsOf(user)
      const account = accounts.find(
        ({ providerApp }) => providerApp.id === (appId ?? providerApp.id),
      )
      const id = account?.providerApp.id
      return { token: id === undefined ? null : crossAppAccounts.accessToken(client, id) }
    },
    [client],
  )
  return { getAccessTokenForProvider }
}
