import type { CrossAppRequester } from '@sallyport/contract'
import type { App } from '../../../apps/app.js'
import {
  type CrossAppGrantRow,
  findGrant,
  listGrants,
  useGrant,
} from '../../../db/cross-app-grants.js'
import type { Deps } from '../../../deps.js'
import type { UserCaller } from '../../../http/implement.js'
import { readRecord } from '../../../identity/link.js'
import { readRedirectTo } from '../redirect-to.js'
import { addressesOf, listAddresses } from './addresses.js'
import { describeApp, describeSite, readConnection, readProvider, refused } from './connection.js'
import { type Granting, keepGrant, requireAuthenticGrant, siteRequester } from './grant.js'
import { readGrantToken } from './token.js'

type SiteRequest = { requester_origin: string; requester_public_key: string }
type AppRequest = { token: string; callback_url: string }

/** The site at an origin that asks for a wallet of the app. @throws ApiError `cross_app_connection_not_allowed` (XAP-01). */
export async function describeOrigin(
  deps: Deps,
  provider: App,
  origin: string,
): Promise<CrossAppRequester> {
  if (readProvider(provider) === undefined) throw refused()
  const listed = provider.privateSettings.cross_app?.requesters ?? []
  const apps = await Promise.all(listed.map(({ app_id }) => deps.apps.find(app_id)))
  const requesters = apps.filter((each) => each !== undefined)
  return describeSite(provider, { origin, requesters })
}

/**
 * Lets a site know one wallet of the user. Gives the end of that in Unix milliseconds.
 *
 * @throws ApiError `cross_app_connection_not_allowed` for a site that may not ask, or an address that is not the user's.
 */
export async function connectSite(
  deps: Deps,
  granting: Granting,
  { address, ...site }: SiteRequest & { address: string },
): Promise<{ expires_at: number }> {
  const { app, userId } = granting.caller
  const user = await readRecord(deps, { appId: app.id, userId })
  const requester = await describeOrigin(deps, app, site.requester_origin)
  const own = listAddresses(addressesOf(user.accounts)).find(
    (each) => each.toLowerCase() === address.toLowerCase(),
  )
  if (own === undefined) throw refused('The user has no such wallet')
  const { expiresAtMs } = await keepGrant(deps, granting, {
    requester,
    key: siteRequester(site.requester_public_key),
    addresses: [own],
  })
  return { expires_at: expiresAtMs }
}

/**
 * Who asks the signed-in user for a signature, and the wallets that this may be about.
 *
 * @throws ApiError `cross_app_connection_not_allowed` for a connection that was never made, was ended (XAP-06), is over, is
 *   read-only (XAP-02), belongs to another user or is no longer permitted by the settings.
 */
export async function openRequest(
  deps: Deps,
  caller: UserCaller,
  request: AppRequest | SiteRequest,
): Promise<{ requester: CrossAppRequester; addresses: string[] }> {
  const { grant, requester } =
    'token' in request
      ? await readAppRequest(deps, caller, request)
      : await readSiteRequest(deps, caller, request)
  if (requester.read_only) throw refused('This connection is read-only')
  const own = listAddresses(addressesOf(caller.user.accounts))
  return { requester, addresses: grant.addresses.filter((each) => own.includes(each)) }
}

interface OpenedRequest {
  grant: CrossAppGrantRow
  requester: CrossAppRequester
}

async function readAppRequest(
  deps: Deps,
  caller: UserCaller,
  { token, callback_url }: AppRequest,
): Promise<OpenedRequest> {
  const { app, userId } = caller
  const { tokenIssuer: issuer } = deps.config
  const nowMs = deps.clock.nowMs()
  const claims = readGrantToken(app, { token, issuer, nowMs })
  if (claims === undefined) throw refused()
  if (claims.userId !== userId) throw refused('Another user of this app made this connection')
  const of = { appId: app.id, userId, nowMs }
  const found = await useGrant(deps.db, { ...of, by: { id: claims.grantId } })
  const grant = requireAuthenticGrant(deps, found)
  const requester =
    grant?.requester_app_id == null ? undefined : await deps.apps.find(grant.requester_app_id)
  const connection = requester && readConnection(app, requester)
  if (!grant || !requester || !connection) throw refused()
  const { readOnly } = connection
  const origin = readOrigin(requester, callback_url)
  return { grant, requester: describeApp(requester, { origin, readOnly }) }
}

async function readSiteRequest(
  deps: Deps,
  { app, userId }: UserCaller,
  { requester_origin: origin, requester_public_key: key }: SiteRequest,
): Promise<OpenedRequest> {
  const of = { appId: app.id, userId, nowMs: deps.clock.nowMs() }
  const found = await useGrant(deps.db, { ...of, by: { requester: siteRequester(key) } })
  const grant = requireAuthenticGrant(deps, found)
  if (grant === undefined || grant.requester_origin !== origin) throw refused()
  return { grant, requester: await describeOrigin(deps, app, origin) }
}

/** Where an answer may go. A token that was stolen must not bring answers to a page of the thief (XAP-02). */
function readOrigin(requester: App, callbackUrl: string): string {
  try {
    const { origin, protocol } = readRedirectTo(requester, callbackUrl)
    return origin === 'null' ? protocol : origin
  } catch {
    throw refused('The answer would go to a page that is not one of the app')
  }
}

/** Whether a token of a grant is still good, for a page of the provider or of the app that the token was given to. */
export async function verifyToken(
  deps: Deps,
  caller: App,
  { token, provider }: { token: string; provider: App | undefined },
): Promise<boolean> {
  if (provider === undefined) return false
  const nowMs = deps.clock.nowMs()
  const { tokenIssuer: issuer } = deps.config
  const claims = readGrantToken(provider, { token, issuer, nowMs })
  if (claims === undefined) return false
  const of = { appId: provider.id, id: claims.grantId, nowMs }
  const granted = requireAuthenticGrant(deps, await findGrant(deps.db, of))
  if (granted === undefined) return false
  return caller.id === provider.id || caller.id === granted.requester_app_id
}

/** What the user has granted, as the user sees it. */
export async function listConnected(deps: Deps, { app, userId }: UserCaller) {
  const nowMs = deps.clock.nowMs()
  const rows = await listGrants(deps.db, { appId: app.id, userId, nowMs })
  const grants = await Promise.all(rows.map((row) => toWire(deps, app, row)))
  return { grants }
}

async function toWire(deps: Deps, provider: App, row: CrossAppGrantRow) {
  const app = row.requester_app_id === null ? undefined : await deps.apps.find(row.requester_app_id)
  const site = provider.privateSettings.cross_app?.requester_sites.find(
    ({ origin }) => origin === row.requester_origin,
  )
  const readOnly = app ? readConnection(provider, app)?.readOnly : site?.read_only
  return {
    id: row.id,
    requester: {
      app_id: row.requester_app_id,
      name: row.requester_name,
      icon_url: app?.settings.icon_url ?? null,
      origin: row.requester_origin,
      read_only: readOnly ?? false,
    },
    addresses: row.addresses,
    created_at: seconds(row.created_at),
    expires_at: seconds(row.expires_at),
    last_used_at: row.last_used_at === null ? null : seconds(row.last_used_at),
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
