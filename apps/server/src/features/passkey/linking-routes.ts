import { ApiError, type api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { renamePasskey } from '../../db/rename-passkey.js'
import type { Deps } from '../../deps.js'
import { changeBudgets } from '../../http/budgets.js'
import type { Endpoint } from '../../http/implement.js'
import { forgetPasskeyFactor, isFactorPasskey } from '../../identity/factors.js'
import { link, readWireUser } from '../../identity/link.js'
import { readPasskeysOf } from '../../identity/passkeys/read-passkey.js'
import { chooseRelyingParty } from '../../identity/passkeys/relying-party.js'
import { unlink } from '../../identity/unlink.js'
import { randomToken } from '../../ports/random.js'
import { issueChallenge } from './challenges.js'
import { creationOptions, userNameOf } from './options.js'
import { proveNewPasskey } from './prove.js'

/** Most passkeys of one user: more than a person has devices, so that the list of what to exclude stays short. */
const maxPasskeys = 20

type Routes = typeof api.passkey
type Linking = { [N in 'linkInit' | 'link' | 'unlink' | 'rename']: Endpoint<Routes[N]> }

/** Adding passkeys to the signed-in user, and removing them. */
export function linkingRoutes(deps: Deps): Linking {
  return {
    linkInit: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, user, userId }, body, request }) => {
        requireOn(app)
        const passkeys = await readPasskeysOf(deps.db, { appId: app.id, userId })
        if (passkeys.length >= maxPasskeys) throw new ApiError('cannot_link_more_of_type')
        const party = chooseRelyingParty(app, { origin: request.origin, named: body.relying_party })
        const userHandle = passkeys[0]?.credential.user_handle ?? randomToken(deps.random)
        const use = { appId: app.id, purpose: 'link', userId, party, userHandle } as const
        const challenge = await issueChallenge(deps, use, request)
        const existing = passkeys.map(({ credentialId: id, credential: { transports } }) => ({
          id,
          transports,
        }))
        const named = { appName: app.settings.name, nowMs: deps.clock.nowMs() }
        const userName = userNameOf(user, named)
        const { rpId, url } = party
        const options = creationOptions({ app, rpId, challenge, userHandle, userName, existing })
        return { relying_party: url, options }
      },
    },
    link: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, userId }, body, request }) => {
        const use = { appId: app.id, purpose: 'link', userId } as const
        const proven = await proveNewPasskey(deps, { app, use, body }, request)
        return link(deps, { ...proven, userId, request })
      },
    },
    unlink: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: { credential_id: key }, request }) => {
        const user = await unlink(deps, { ...caller, account: { type: 'passkey', key }, request })
        const isFactor = caller.user.accounts.some(isFactorPasskey(key))
        return isFactor ? forgetPasskeyFactor(deps, { caller, credentialId: key, request }) : user
      },
    },
    rename: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, userId }, body: { credential_id: credentialId, name } }) => {
        const owner = { appId: app.id, userId }
        if (!(await renamePasskey(deps.db, { ...owner, credentialId, name })))
          throw new ApiError('linked_account_not_found')
        return readWireUser(deps, owner)
      },
    },
  }
}

/** @throws ApiError `disallowed_login_method` */
export function requireOn({ settings }: App): void {
  if (!settings.passkey_auth) throw new ApiError('disallowed_login_method')
}
