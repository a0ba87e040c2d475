import { accountTypeOf, api, isCustomProvider, type LoginProvider } from '@sallyport/contract'
import { northwind, type OAuthVisits } from '../oauth.js'
import type { AnyAnswer, MethodEntry } from './method-entry.js'

/** Providers whose profiles have an email address, and those of them that verify it: only those admit by it. */
const withEmail: readonly string[] = [
  'google',
  'apple',
  'discord',
  'github',
  'linkedin',
  'spotify',
  northwind,
]
const verifying: readonly string[] = ['google', 'apple']

/** Login at a simulated OAuth provider. */
export function oauthEntry(visits: OAuthVisits, provider: LoginProvider): MethodEntry {
  const entry = (name: string) => ({ type: 'email', value: `${name}@example.com` })
  return {
    routes: {
      login: api.oauth.authenticate,
      link: api.oauth.link,
      unlink: api.oauth.unlink,
      transfer: api.oauth.transfer,
    },
    alsoOpens: [api.pageLogins.oauth],
    ...(isCustomProvider(provider)
      ? { setting: provider, whileOff: { custom_oauth_providers: [] } }
      : { setting: `${provider}_oauth` }),
    isGuest: false,
    prove: async (name, prover) => {
      const answer = await visits.init(provider, prover)
      const { started } = answer
      // A refusal's body has the fields of `AnyAnswer` that it has.
      if (answer.status !== 200) return { refused: answer as AnyAnswer }
      const { code, state } = await visits.returned(started, { name })
      const proof = {
        authorization_code: code,
        state_code: state,
        code_verifier: started.verifier,
      }
      return { proof, cookie: started.cookie }
    },
    unlinkBody: (_name, accounts) => ({
      provider,
      subject: accounts.find(({ type }) => type === accountTypeOf(provider))?.subject,
    }),
    ...(verifying.includes(provider) && { entry }),
    ...(withEmail.includes(provider) && { denyEntry: entry }),
    // Clients send back what the refusal told them (wire reference §13).
    transferBody: (_name, { otherUser }) => ({ userInfo: Object(otherUser).oAuthUserInfo }),
    skips: {},
  }
}
