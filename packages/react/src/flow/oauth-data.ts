import type { CrossAppProvider, LoginProvider, VisitedProvider } from '@sallyport/contract'
import type { oauth, oauthWindow } from '@sallyport/core'

/** A visit at an OAuth provider, or at another app. */
export interface OAuthData<Provider extends VisitedProvider = LoginProvider> {
  provider: Provider
  intent: 'login' | 'link'
  /** In a window, in this tab, back from the provider, by a button of the screen, or in a window after the app's captcha. */
  way: 'window' | 'redirect' | 'returned' | 'ask' | 'check'
  /** The window, opened by the press that led here; null when the browser blocked it. */
  opened: oauthWindow.OAuthWindow | null
  returned: oauth.OAuthReturn | null
  disableSignup: boolean
}

/** How a press begins a visit. */
export type OAuthChoice<Provider extends VisitedProvider = VisitedProvider> = Pick<
  OAuthData<Provider>,
  'provider' | 'way' | 'opened'
>

/** A visit at another app that began outside of the modal. */
export type CrossAppVisit = OAuthChoice<CrossAppProvider>
