import { isCrossAppProvider, type VisitedProvider } from '@sallyport/contract'
import type { OAuthData } from './oauth-data.js'
import { type enter, go, type Step } from './step.js'
import type { Facts } from './transitions.js'

/** Shows the screen of a visit: other apps have one of their own, which says what they share. */
export function visit(show: typeof enter, { provider, ...rest }: OAuthData<VisitedProvider>): Step {
  return isCrossAppProvider(provider)
    ? show('CROSS_APP_AUTH_SCREEN', { ...rest, provider })
    : show('AWAITING_OAUTH_SCREEN', { ...rest, provider })
}

/** The step to the screen of a visit that has begun, or whose answer this page was loaded with; else null. */
export function resumeOAuth({ goal }: Facts): Step | null {
  if (goal.goal !== 'login') return null
  const { oauthReturn: returned = null, visit: begun, disableSignup } = goal
  const provider = begun?.provider ?? returned?.provider
  if (provider === undefined) return null
  const data = {
    way: 'returned',
    opened: null,
    ...begun,
    provider,
    returned,
    disableSignup,
  } as const
  return visit(go, { ...data, intent: 'login' })
}
