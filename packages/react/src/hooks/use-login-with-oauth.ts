import { isCustomProvider, oauthParameters, oauthProviders } from '@sallyport/contract'
import { ClientError, oauth } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { isPossible } from '../in-app-browser.js'
import { useCallbacks } from './use-callbacks.js'

/** Where a login at a provider stands (react-api §5). */
export type OAuthFlowState =
  | { status: 'initial' | 'loading' | 'done' }
  | { status: 'error'; error: Error }

/**
 * Login at an OAuth provider without the modal: `initOAuth` leaves the page, and the login completes by itself after the
 * return. Rejects with what the client throws before the page is left.
 */
export function useLoginWithOAuth(callbacks?: Callbacks['login']) {
  const kit = useKit()
  useCallbacks('login', callbacks)
  const [state, setState] = useState<OAuthFlowState>({ status: 'initial' })
  useEffect(() => {
    if (window.location.search.includes(`${oauthParameters.code}=`)) setState({ status: 'loading' })
    return kit.events.add('login', {
      onComplete: ({ loginMethod }) => {
        const isProvider = oauthProviders.some((each) => each === loginMethod)
        if (isProvider || isCustomProvider(loginMethod)) setState({ status: 'done' })
      },
      onError: (code) =>
        setState((before) =>
          before.status === 'loading' ? { status: 'error', error: new Error(code) } : before,
        ),
    })
  }, [kit])
  const initOAuth = async (to: { provider: oauth.LoginProvider; disableSignup?: boolean }) => {
    setState({ status: 'loading' })
    try {
      if (!isPossible(to.provider, navigator.userAgent)) {
        const message = `${to.provider} refuses logins in the browser of another app. Open the page in a browser`
        throw new ClientError('not_supported', { message })
      }
      const { url } = await oauth.start(kit.client, { ...to, isHeadless: true })
      window.location.assign(url)
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error('The login failed', { cause })
      setState({ status: 'error', error })
      throw error
    }
  }
  return { state, loading: state.status === 'loading', initOAuth }
}
