import { api } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { perNetwork, type Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { randomToken } from '../../ports/random.js'
import { issueChallenge } from './challenge.js'
import { identifyGuest } from './identify.js'

const budgets = (_request: unknown, spender: Spender) => [perNetwork('login', spender)]

/** Guest login (wire reference §11.9). */
export function guestRoutes(deps: Deps): Implementation[] {
  return implement(api.guest, {
    init: {
      budgets,
      handle: async ({ caller: { app }, request }) => {
        // Shows at the login whether the browser keeps cookies, and so the wallet grant.
        request.keepFlow(request.spender.flow ?? randomToken(deps.random))
        return { challenge: issueChallenge(deps, app.id) }
      },
    },
    authenticate: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        const { key, proof } = await identifyGuest(deps, app, body)
        const verdict = await admit(deps, { app, method: 'guest_auth', key })
        return signIn(deps, { verdict, data: {}, proof, ...request.browser })
      },
    },
  })
}
