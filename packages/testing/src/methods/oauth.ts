import { api, type OAuthProvider } from '@sallyport/contract'
import type { OAuthVisits } from '../oauth.js'
import type { AnyAnswer, MethodEntry } from './method-entry.js'
import { notLinkedYet } from './not-linked-yet.js'

/** Login at a simulated OAuth provider. */
export function oauthEntry(visits: OAuthVisits, provider: OAuthProvider): MethodEntry {
  return {
    routes: { login: api.oauth.authenticate },
    setting: `${provider}_oauth`,
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
    skips: notLinkedYet,
  }
}
