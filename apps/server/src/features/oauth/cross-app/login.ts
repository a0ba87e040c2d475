import {
  ApiError,
  type CrossAppProvider,
  type CrossAppRequester,
  crossAppProviderPrefix,
  oauthParameters,
  oauthRefused,
  userIdPrefix,
} from '@sallyport/contract'
import type { App } from '../../../apps/app.js'
import type { FlowRow } from '../../../db/oauth-flows.js'
import type { Deps } from '../../../deps.js'
import type { UserCaller } from '../../../http/implement.js'
import { readRecord } from '../../../identity/link.js'
import { type Beginning, storeFlow } from '../begin.js'
import { openSecrets } from '../flow.js'
import { keepOutcome } from '../keep-outcome.js'
import { findReturned, takeReturned } from '../stored-flow.js'
import { addressesOf, listAddresses } from './addresses.js'
import { describeApp, readConnection, refused } from './connection.js'
import { appRequester, type Granting, keepGrant } from './grant.js'
import { grantLifeMs, signGrantToken } from './token.js'

/**
 * Begins a login or linking with the account of another app.
 *
 * @returns the page of that app which asks its user.
 * @throws ApiError `cross_app_connection_not_allowed` (XAP-01), and what `storeFlow` throws.
 */
export async function beginCrossApp(
  deps: Deps,
  input: Beginning & { provider: CrossAppProvider },
  ip: string,
): Promise<string> {
  const providerId = input.provider.slice(crossAppProviderPrefix.length)
  const provider = await deps.apps.find(providerId, ip)
  const connection = provider && readConnection(provider, input.app)
  if (connection === undefined) throw refused()
  const { ownState } = await storeFlow(deps, input)
  const url = new URL(connection.provider.page)
  url.hash = new URLSearchParams({ 'sallyport-cross-app': 'login', state: ownState }).toString()
  return url.href
}

/** The app that a login is for. @throws ApiError those of `readLogin`. */
export async function describeLogin(
  deps: Deps,
  caller: Pick<UserCaller, 'app'>,
  state: string,
): Promise<CrossAppRequester> {
  const flow = await findReturned(deps, returnOf(caller.app, state))
  return (await readLogin(deps, caller.app, flow)).requester
}

/**
 * Ends a login with the account of the signed-in user, once. Its app learns the addresses; with a connection that is not
 * read-only it also gets a token to ask for signatures.
 *
 * @returns the one-time code, and the page of the requester with it.
 * @throws ApiError those of `readLogin`.
 */
export async function approveLogin(
  deps: Deps,
  granting: Granting,
  state: string,
): Promise<{ code: string; redirect_to: string }> {
  const { app, userId } = granting.caller
  const user = await readRecord(deps, { appId: app.id, userId })
  const of = returnOf(app, state)
  const { requester } = await readLogin(deps, app, await findReturned(deps, of))
  // Of two approvals of one login the second is refused.
  const flow = await takeReturned(deps, of)
  if (flow === undefined) throw new ApiError('oauth_state_mismatch')
  const shared = addressesOf(user.accounts)
  const key = appRequester(flow.app_id)
  const { id } = await keepGrant(deps, granting, {
    requester,
    key,
    addresses: listAddresses(shared),
  })
  const subject = userIdPrefix + userId
  const nowMs = deps.clock.nowMs()
  const grant = { id, userId, issuer: deps.config.tokenIssuer, nowMs }
  const code = await keepOutcome(deps, flow, {
    account: {
      key: crossAppKey({ providerId: app.id, subject }),
      data: { subject, ...providerFacts(app), ...shared },
    },
    tokens: requester.read_only ? undefined : tokensOf(signGrantToken(app, grant)),
  })
  return { code, redirect_to: returnUrl(deps, flow, code) }
}

/** Ends a login without an account. @throws ApiError those of `readLogin`. */
export async function refuseLogin(
  deps: Deps,
  caller: UserCaller,
  state: string,
): Promise<{ redirect_to: string }> {
  const flow = await takeReturned(deps, returnOf(caller.app, state))
  if (flow === undefined) throw new ApiError('oauth_state_mismatch')
  return { redirect_to: returnUrl(deps, flow, oauthRefused) }
}

/** What an account says of the app that it comes from, as of the login. */
function providerFacts({ id, settings: { name, icon_url } }: App) {
  return {
    provider_app_id: id,
    provider_app_name: name,
    ...(icon_url === null ? {} : { provider_app_icon_url: icon_url }),
  }
}

/** Identifies a user of another app among the accounts of an app. */
function crossAppKey({ providerId, subject }: { providerId: string; subject: string }): string {
  return `${providerId}:${subject}`
}

/** @throws ApiError `oauth_state_mismatch` for a login that is over, `cross_app_connection_not_allowed`. */
async function readLogin(
  deps: Deps,
  provider: App,
  flow: FlowRow | undefined,
): Promise<{ requester: CrossAppRequester }> {
  if (flow === undefined) throw new ApiError('oauth_state_mismatch')
  const app = await deps.apps.find(flow.app_id)
  const connection = app && readConnection(provider, app)
  if (app === undefined || connection === undefined) throw refused()
  const { readOnly } = connection
  const { protocol, origin } = new URL(openSecrets(deps, flow).redirectTo)
  // The page of a native app has a scheme and no origin.
  const place = origin === 'null' ? protocol : origin
  return { requester: describeApp(app, { origin: place, readOnly }) }
}

function returnOf({ id }: App, state: string) {
  return { state, provider: `${crossAppProviderPrefix}${id}` }
}

function returnUrl(deps: Deps, flow: FlowRow, code: string): string {
  const { clientState, redirectTo } = openSecrets(deps, flow)
  const url = new URL(redirectTo)
  url.searchParams.set(oauthParameters.code, code)
  url.searchParams.set(oauthParameters.state, clientState)
  url.searchParams.set(oauthParameters.provider, flow.provider)
  return url.href
}

function tokensOf(accessToken: string) {
  const none = { refreshToken: undefined, refreshExpiresIn: undefined }
  const expiresIn = grantLifeMs / 1000
  return { accessToken, expiresIn, scopes: undefined, idToken: undefined, ...none }
}

/** An account of another app as a client names it: the provider, and the user there. */
export function crossAppAccount(
  provider: CrossAppProvider,
  subject: string,
): { type: 'cross_app'; key: string } {
  const providerId = provider.slice(crossAppProviderPrefix.length)
  return { type: 'cross_app', key: crossAppKey({ providerId, subject }) }
}
