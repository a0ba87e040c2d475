import { createPublicKey } from 'node:crypto'
import { ApiError, type programs, type RouteRequest, type RouteResponse } from '@sallyport/contract'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import { findProgramGrant } from '../../db/program-grants.js'
import { pollRequest, storeProgramRequest, useRequest } from '../../db/program-requests.js'
import type { Deps } from '../../deps.js'
import { requireApp, requirePrograms } from './app-of.js'
import { codeHashes, newDeviceCode, newUserCode } from './codes.js'
import { requireAuthenticRequest } from './find-request.js'
import { toWireGrant } from './to-wire.js'

/** How long a user may take to decide. */
const lifeSeconds = 600
const intervalSeconds = 5

type Asked = RouteRequest<typeof programs.authorize>['body']
type Answer = RouteResponse<typeof programs.authorize>

/**
 * Begins the request of a program for access to a wallet (RFC 8628, 3.1).
 *
 * @throws ApiError `missing_or_invalid_privy_app_id`, `feature_not_enabled`, `invalid_data` for a key that is none.
 */
export async function authorizeProgram(deps: Deps, body: Asked, ip: string): Promise<Answer> {
  const app = await requireApp(deps, { appId: body.client_id, ip })
  requirePrograms(deps, app)
  requireKey(body.public_key)
  const { random, clock, keyEncryption: key, config } = deps
  const appId = app.id
  const deviceCode = newDeviceCode(random)
  const userCode = newUserCode(random)
  const nowMs = clock.nowMs()
  const [deviceHash = ''] = codeHashes(key, { appId, kind: 'device', code: deviceCode })
  const [userHash = ''] = codeHashes(key, {
    ...{ appId, kind: 'user' },
    code: userCode.replace('-', ''),
  })
  const row = {
    app_id: appId,
    device_code_hash: deviceHash,
    user_code_hash: userHash,
    name: body.client_name,
    public_key: body.public_key,
    asked: JSON.stringify(body.asked ?? {}),
    state: 'open' as const,
    grant_id: null,
    interval_seconds: intervalSeconds,
    created_at: nowMs,
    expires_at: nowMs + lifeSeconds * 1_000,
  }
  await storeProgramRequest(deps.db, {
    ...row,
    mac: rowMac(key, authenticRows.programRequest, row),
  })
  const uri = `${config.publicOrigin}/apps/${appId}/embedded-wallets/device`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: uri,
    verification_uri_complete: `${uri}?code=${userCode}`,
    expires_in: lifeSeconds,
    interval: intervalSeconds,
  }
}

/**
 * What has become of a request (RFC 8628, 3.5): the grant, once, after the user has allowed it.
 *
 * @throws ApiError with the codes of RFC 8628; `missing_or_invalid_privy_app_id`.
 */
export async function redeemDeviceCode(
  deps: Deps,
  body: RouteRequest<typeof programs.token>['body'],
  ip: string,
): Promise<RouteResponse<typeof programs.token>> {
  const { id: appId } = await requireApp(deps, { appId: body.client_id, ip })
  const nowMs = deps.clock.nowMs()
  const code = { appId, kind: 'device', code: body.device_code } as const
  const hashes = codeHashes(deps.keyEncryption, code)
  const found = await pollRequest(deps.db, { appId, hashes, nowMs })
  if (found === undefined || found.state === 'used') throw new ApiError('invalid_grant')
  const row = requireAuthenticRequest(deps, found)
  if (row.state === 'denied') throw new ApiError('access_denied')
  if (row.expires_at <= nowMs) throw new ApiError('expired_token')
  if (found.is_early)
    throw new ApiError('slow_down', { data: { interval: found.interval_seconds } })
  if (row.state === 'open' || row.grant_id === null) throw new ApiError('authorization_pending')
  const grant = await findProgramGrant(deps.db, { appId, idPrefix: row.grant_id })
  // Ended since, or not for the key that asked.
  if (grant?.public_key !== row.public_key) throw new ApiError('invalid_grant')
  const wire = await toWireGrant(deps, grant)
  const used = { appId, deviceCodeHash: row.device_code_hash, nowMs }
  if (!(await useRequest(deps.db, used))) throw new ApiError('invalid_grant')
  return { grant: wire }
}

/** @throws ApiError `invalid_data` */
function requireKey(spki: string): void {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
    const isOneSpelling = key.export({ format: 'der', type: 'spki' }).toString('base64') === spki
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1' && isOneSpelling) return
  } catch {
    // Not a key: refused below.
  }
  throw new ApiError('invalid_data', {
    message: 'public_key must be a P-256 public key: SPKI in base64',
    data: { field: 'public_key' },
  })
}
