import {
  ApiError,
  type delegatedWallets,
  embeddedChains,
  type RouteResponse,
} from '@sallyport/contract'
import {
  type DelegatedRequest,
  delegatedMethods,
  delegatedRequest,
} from '@sallyport/protocols/signer'
import type { App } from '../../../apps/app.js'
import { type DelegatedAddress, findDelegation } from '../../../db/delegations.js'
import type { Deps } from '../../../deps.js'
import { describeIssue } from '../../../http/describe-issue.js'
import type { SignedRequest } from '../../../http/implement.js'
import { oncePerKey } from '../../../http/once-per-key.js'
import { BroadcastError } from '../../../ports/broadcast.js'
import { delegatedHalf } from '../../../wallet-api/delegated-share.js'
import {
  notDelegated,
  signDelegated as signWithDelegation,
} from '../../../wallet-api/sign-delegated.js'

/** A request that names its wallet by its address. */
export type DelegatedBody = Record<string, unknown> & {
  address: string
  chain_type: DelegatedAddress['chain_type']
  method: string
}

type Answer = RouteResponse<typeof delegatedWallets.rpc>

/**
 * Has the signer carry out a request of the app's back end with a delegated wallet. The signer checks the authorization
 * signatures, the consent and its policy itself.
 *
 * @throws ApiError `user_has_not_delegated_wallet`, `policy_violation`, `invalid_data`; `not_supported` for a method that no
 *   consent covers, and before anything is signed for a network without a node; what `oncePerKey` throws.
 */
export async function signDelegated(
  deps: Deps,
  app: App,
  { body, signed }: { body: DelegatedBody; signed: SignedRequest },
): Promise<Answer> {
  const { chain_type, address } = body
  const { addressKey } = embeddedChains[chain_type]
  const place = { appId: app.id, chain_type, address_key: addressKey(address) }
  const row = await findDelegation(deps.db, place)
  if (row === undefined) throw notDelegated()
  const held = delegatedHalf(deps, { appId: app.id, row })
  const asked = requireMethod(body)
  const caip2 = 'caip2' in asked ? asked.caip2 : undefined
  if (caip2 !== undefined && !deps.broadcast.supports(caip2))
    throw new ApiError('not_supported', { message: `No RPC url found for ${caip2}` })
  const { method } = asked
  return oncePerKey(
    deps,
    {
      appId: app.id,
      key: signed.idempotencyKey,
      request: { url: signed.url, body },
      // A signature is not kept: the signer gives the same one again, while the user still allows it.
      isKept: (answer: Answer) => caip2 !== undefined && answer.error === undefined,
    },
    async () => {
      const data = await signWithDelegation(deps, app, { held, body, signed })
      return caip2 === undefined
        ? { method, data }
        : { method, ...(await send(deps, { caip2, data })) }
    },
  )
}

/** What is signed already is sent; a refusal of the node is an answer (wire.md 24). */
async function send(
  { broadcast, logger }: Pick<Deps, 'broadcast' | 'logger'>,
  { caip2, data }: { caip2: string; data: Record<string, string> },
): Promise<Omit<Answer, 'method'>> {
  try {
    const hash = await broadcast.send({ caip2, signed: data.signed_transaction ?? '' })
    return { data: { hash, caip2 } }
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error
    logger.warn({ caip2, code: error.code }, 'a transaction of a delegated wallet was not taken')
    return { error: { code: error.code, message: error.message } }
  }
}

/** @throws ApiError `not_supported`, `invalid_data` */
function requireMethod(body: DelegatedBody): DelegatedRequest {
  const read = delegatedRequest.safeParse(body)
  if (read.success) return read.data
  const isKnown = Object.hasOwn(delegatedMethods, body.method)
  if (!isKnown) throw new ApiError('not_supported', { message: 'No consent covers this method' })
  const [issue = { path: [] }] = read.error.issues
  const { message, field } = describeIssue(issue, 'body', body)
  throw new ApiError('invalid_data', {
    message,
    ...(field === undefined ? {} : { data: { field } }),
  })
}
