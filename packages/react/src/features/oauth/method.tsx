import {
  type CrossAppProvider,
  type CustomProvider,
  isCrossAppProvider,
  isCustomProvider,
  type OAuthProvider,
  oauthProviders,
  type VisitedProvider,
} from '@sallyport/contract'
import type { LoginMethodEntry } from '../../flow/login-method.js'
import { visit } from '../../flow/oauth-steps.js'
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

const added = new Map<VisitedProvider, LoginMethodEntry>()

/** Login at a provider that the app has added, or with another app; the same object each time, so that its row stays mounted. */
export function addedMethod(provider: CustomProvider | CrossAppProvider): LoginMethodEntry {
  const entry = added.get(provider) ?? oauthMethod(provider)
  added.set(provider, entry)
  return entry
}

function oauthMethod(provider: VisitedProvider): LoginMethodEntry {
  return {
    id: provider,
    switch: switchOf(provider),
    // Loaded with the row.
    icon: { path: '' },
    name: (copy, settings) => copy.landing.withProvider(providerName(provider, settings)),
    kind: 'row',
    isProvider: true,
    ...row,
    Entry: (props) => <OAuthRow {...props} provider={provider} />,
    code: null,
    link: ({ oauthReturn: returned = null, visit: begun }) =>
      visit(enter, {
        way: returned === null ? 'ask' : 'returned',
        opened: null,
        ...begun,
        provider,
        intent: 'link',
        returned,
        disableSignup: false,
      }),
  }
}

/** Other apps are on where the provider's `config` names them. */
function switchOf(provider: VisitedProvider): LoginMethodEntry['switch'] {
  if (isCrossAppProvider(provider)) return null
  return isCustomProvider(provider) ? provider : `${provider}_oauth`
}
