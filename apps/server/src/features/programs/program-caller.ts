import { createPublicKey, verify } from 'node:crypto'
import { ApiError, canonicalJson } from '@sallyport/contract'
import { consentPrefixOf } from '@sallyport/protocols/delegated-wallet-id'
import type { App } from '../../apps/app.js'
import { findProgramGrant, type ProgramGrantRow } from '../../db/program-grants.js'
import type { Deps } from '../../deps.js'
import type { RequestFacts, SignedRequest } from '../../http/implement.js'
import { requireApp } from './app-of.js'
import { requireWritten } from './to-wire.js'

/** How far ahead a signature may end: a request that was signed for good could be sent whenever a thief likes. */
const farthestMs = 60 * 60_000

/** A program that has signed its request. */
interface ProgramCaller {
  app: App
  row: ProgramGrantRow
}

/**
 * The program whose key has signed a request about its wallet. Reading relies on this alone; what signs is judged by the signer again.
 *
 * @throws ApiError `user_has_not_delegated_wallet` with `data.reason` where the user has ended it or its time is over;
 *   `missing_or_invalid_token` for a signature of another key, or of none.
 */
export async function requireProgram(
  deps: Deps,
  { params, request }: { params: { app_id: string; wallet_id: string }; request: RequestFacts },
): Promise<ProgramCaller> {
  const { spender, signed } = request
  const app = await requireApp(deps, { appId: params.app_id, ip: spender.ip })
  const idPrefix = consentPrefixOf(params.wallet_id)
  const row = idPrefix && (await findProgramGrant(deps.db, { appId: app.id, idPrefix }))
  if (!row)
    throw noAccess('ended', 'The user has ended what this program may do, or never allowed it')
  requireWritten(deps, row)
  requireSignature(signed, { publicKey: row.public_key, appId: app.id, nowMs: deps.clock.nowMs() })
  if (row.ends_at <= deps.clock.nowMs())
    throw noAccess('expired', 'The time that the user has given this program is over')
  return { app, row }
}

function requireSignature(
  { method, url, body, signatures, idempotencyKey, expiry }: SignedRequest,
  { publicKey, appId, nowMs }: { publicKey: string; appId: string; nowMs: number },
): void {
  if (expiry === undefined || !/^\d{1,16}$/.test(expiry))
    throw unsigned('privy-request-expiry must be Unix milliseconds')
  if (Number(expiry) <= nowMs || Number(expiry) > nowMs + farthestMs)
    throw new ApiError('missing_or_invalid_token', {
      message: 'privy-request-expiry must be within the next hour',
      // A program whose machine has a wrong clock signs again by this one.
      data: { server_time: nowMs },
    })
  const headers = {
    'privy-app-id': appId,
    ...(idempotencyKey !== undefined && { 'privy-idempotency-key': idempotencyKey }),
    'privy-request-expiry': expiry,
  }
  const payload = canonicalJson({ version: 1, method, url, body: body ?? '', headers })
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const [signature = ''] = signatures
  if (
    signatures.length === 1 &&
    verify('sha256', Buffer.from(payload), key, Buffer.from(signature, 'base64'))
  )
    return
  throw unsigned('The request is not signed by the key of the program')
}

const unsigned = (message: string) => new ApiError('missing_or_invalid_token', { message })

const noAccess = (reason: 'ended' | 'expired', message: string) =>
  new ApiError('user_has_not_delegated_wallet', { message, data: { reason } })
