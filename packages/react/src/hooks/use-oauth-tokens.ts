import { oauth } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/**
 * Receives the tokens of OAuth providers, which the app has to ask for in its settings. `reauthorize` leaves the page for the
 * provider and brings fresh ones for a logged-in user.
 */
export function useOAuthTokens(callbacks?: Callbacks['oAuthAuthorization']) {
  const kit = useKit()
  useCallbacks('oAuthAuthorization', callbacks)
  const reauthorize = useCallback(
    async ({ provider }: { provider: oauth.LoginProvider }): Promise<void> => {
      const { url } = await oauth.start(kit.client, { provider, isHeadless: true })
      window.location.assign(url)
    },
    [kit],
  )
  return { reauthorize }
}
