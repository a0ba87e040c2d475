import { ApiError, type api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { changeBudgets } from '../../http/budgets.js'
import type { Endpoint } from '../../http/implement.js'
import { link } from '../../identity/link.js'
import { unlink } from '../../identity/unlink.js'
import type { UserRecord } from '../../identity/user.js'
import { randomToken } from '../../ports/random.js'
import { issueChallenge } from './challenges.js'
import { creationOptions, userNameOf } from './options.js'
import { proveNewPasskey } from './prove.js'
import { readPasskeysOf } from './read-passkey.js'
import { chooseRelyingParty } from './relying-party.js'

/** Most passkeys of one user: more than a person has devices, so that the list of what to exclude stays short. */
const maxPasskeys = 20

type Routes = typeof api.passkey
type Linking = { [N in 'linkInit' | 'link' | 'unlink']: Endpoint<Routes[N]> }

/** Adding passkeys to the signed-in user, and removing them. */
export function linkingRoutes(deps: Deps): Linking {
  return {
    linkInit: {
      factor: 'fresh',
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
      factor: 'fresh',
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, userId }, body, request }) => {
        const use = { appId: app.id, purpose: 'link', userId } as const
        const proven = await proveNewPasskey(deps, { app, use, body }, request)
        return link(deps, { ...proven, userId, request })
      },
    },
    unlink: {
      factor: 'fresh',
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: { credential_id: key }, request }) => {
        refuseFactor(caller.user, key)
        return unlink(deps, { ...caller, account: { type: 'passkey', key }, request })
      },
    },
  }
}

/** @throws ApiError `disallowed_login_method` */
export function requireOn({ settings }: App): void {
  if (!settings.passkey_auth) throw new ApiError('disallowed_login_method')
}

/** @throws ApiError `missing_or_invalid_mfa` for a second factor (PKY-13): there is no way to prove one yet. */
function refuseFactor({ accounts }: UserRecord, credentialId: string): void {
  const isFactor = accounts.some(
    ({ type, data }) =>
      type === 'passkey' && data.credential_id === credentialId && data.enrolled_in_mfa === true,
  )
  if (isFactor) throw new ApiError('missing_or_invalid_mfa')
}
