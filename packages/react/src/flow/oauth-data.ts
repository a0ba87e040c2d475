import type { LoginProvider } from '@sallyport/contract'
import type { oauth, oauthWindow } from '@sallyport/core'

/** A visit at an OAuth provider. */
export interface OAuthData {
  provider: LoginProvider
  intent: 'login' | 'link'
  /** In a window, in this tab, back from the provider, by a button of the screen, or in a window after the app's captcha. */
  way: 'window' | 'redirect' | 'returned' | 'ask' | 'check'
  /** The window, opened by the press that led here; null when the browser blocked it. */
  opened: oauthWindow.OAuthWindow | null
  returned: oauth.OAuthReturn | null
  disableSignup: boolean
}
