import type { SallyportClient } from '@sallyport/core'
import { prefersRedirect } from './prefers-redirect.js'

/** How a press visits a provider: an app's captcha comes before the window, which would cover what it asks. */
export function wayOf(client: SallyportClient): 'redirect' | 'check' | 'window' {
  if (prefersRedirect()) return 'redirect'
  return client.state.config?.captcha_enabled ? 'check' : 'window'
}
