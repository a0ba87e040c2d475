import {
  type CustomProvider,
  isCustomProvider,
  type LoginProvider,
  type OAuthProvider,
  oauthProviders,
} from '@sallyport/contract'
import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { lateEntry } from '../../modal/late-entry.js'
import { providerName } from './names.js'

/** The row, and what opens a provider's window: loaded when a provider is on. */
const row = lateEntry(() => import('./oauth-row.js'))
const OAuthRow = row.Entry

/** Login at every OAuth provider, in the order of the first screen. */
export const oauthMethods = Object.fromEntries(
  oauthProviders.map((provider) => [provider, oauthMethod(provider)]),
) as Record<OAuthProvider, LoginMethodEntry> // one entry per name of the list it maps over

const added = new Map<CustomProvider, LoginMethodEntry>()

/** Login at a provider that the app has added; the same object each time, so that its row stays mounted. */
export function customProviderMethod(provider: CustomProvider): LoginMethodEntry {
  const entry = added.get(provider) ?? oauthMethod(provider)
  added.set(provider, entry)
  return entry
}

function oauthMethod(provider: LoginProvider): LoginMethodEntry {
  return {
    id: provider,
    switch: isCustomProvider(provider) ? provider : `${provider}_oauth`,
    // Loaded with the row.
    icon: { path: '' },
    name: (copy, settings) => copy.landing.withProvider(providerName(provider, settings)),
    kind: 'row',
    ...row,
    Entry: (props) => <OAuthRow {...props} provider={provider} />,
    code: null,
    link: ({ oauthReturn = null }) =>
      enter('AWAITING_OAUTH_SCREEN', {
        provider,
        intent: 'link',
        way: oauthReturn === null ? 'ask' : 'returned',
        opened: null,
        returned: oauthReturn,
        disableSignup: false,
      }),
  }
}
