import { ApiError, type programs, type RouteRequest, type RouteResponse } from '@sallyport/contract'
import { networkOf } from '@sallyport/contract/requests'
import { delegatedWalletId } from '@sallyport/protocols/delegated-wallet-id'
import * as z from 'zod/mini'
import type { App } from '../../apps/app.js'
import { noteProgramUsed, type ProgramGrantRow } from '../../db/program-grants.js'
import type { Deps } from '../../deps.js'
import type { SignedRequest } from '../../http/implement.js'
import { oncePerKey } from '../../http/once-per-key.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { tokenAsset } from '../../wallet-api/assets.js'
import { programShareContext } from '../../wallet-api/program-share.js'
import { readRaw, requireDecimals } from '../../wallet-api/read-asset.js'
import { askNode, fillTransaction } from '../../wallet-api/send/fill.js'
import type { HeldHalf } from '../../wallet-api/sign-delegated.js'
import { policyOf } from './to-wire.js'

type Asset = RouteRequest<typeof programs.balance>['body']
type Unfilled = RouteRequest<typeof programs.fill>['body']
type Answer = RouteResponse<typeof programs.rpc>

/** Has the signer carry out a request with half of a consent's key, and sends what is to be sent. */
export type CallWithHalf = (call: {
  app: App
  wallet: { id: string; chainType: ProgramGrantRow['chain_type']; address: string }
  held: HeldHalf
  body: Record<string, unknown>
  signed: SignedRequest
}) => Promise<unknown>

/** A program that has signed its request. */
interface Acting {
  app: App
  row: ProgramGrantRow
}

/** What the wallet of a program holds. @throws ApiError `not_supported` for a network without a node. */
export async function readBalance(
  deps: Deps,
  { row }: Acting,
  { caip2, token }: Asset,
): Promise<RouteResponse<typeof programs.balance>> {
  requireNode(deps, caip2)
  const { address: owner } = row
  if (token === undefined) {
    const native = { chain: caip2, caip2, name: 'native', address: null, decimals: 18 }
    const amount = await fromNode(readRaw(deps.broadcast, { owner, asset: native }))
    const symbol = networkOf(chainIdOf(caip2))?.symbol ?? null
    return { asset: 'native', symbol, decimals: 18, amount: amount.toString() }
  }
  const asset = tokenAsset(token.toLowerCase(), caip2, caip2)
  const amount = await fromNode(readRaw(deps.broadcast, { owner, asset }))
  const decimals = await requireDecimals(deps.broadcast, asset).catch(() => null)
  const symbol = asset.name.startsWith('0x') ? null : asset.name.toUpperCase()
  return { asset: token.toLowerCase(), symbol, decimals, amount: amount.toString() }
}

/** Nonce, gas and fees of a transaction of the wallet. @throws ApiError `not_supported`, what the node refuses. */
export async function fillForProgram(
  deps: Deps,
  { row }: Acting,
  { caip2, to, value, data }: Unfilled,
): Promise<RouteResponse<typeof programs.fill>> {
  requireNode(deps, caip2)
  const recipient = to as `0x${string}` // By the schema.
  const asked = {
    type: 2 as const,
    to: recipient,
    value: BigInt(value ?? '0'),
    ...(data && { data }),
  }
  const node = askNode(deps.broadcast, { caip2, sender: row.address, asked })
  const filling = { chainId: chainIdOf(caip2), node, chooseNonce: () => node.nonce() }
  const filled = await fromNode(fillTransaction(asked, filling))
  return {
    nonce: filled.nonce ?? '0',
    gas_limit: filled.gas_limit ?? '21000',
    max_fee_per_gas: filled.max_fee_per_gas ?? '0',
    max_priority_fee_per_gas: filled.max_priority_fee_per_gas ?? '0',
  }
}

/**
 * Signs or sends for a program. The signer judges it by its own row of the user's consent.
 *
 * @throws ApiError `policy_violation` and what the calls on delegated wallets throw.
 */
export async function actForProgram(
  deps: Deps,
  { app, row }: Acting,
  {
    body,
    signed,
    call,
  }: { body: Record<string, unknown>; signed: SignedRequest; call: CallWithHalf },
): Promise<Answer> {
  if (policyOf(row).transactions === null)
    throw new ApiError('policy_violation', { message: 'This program may only read' })
  const { grant_id: consentId, wallet_id: walletId, app_share: appShare } = row
  const id = delegatedWalletId(consentId)
  const wallet = { id, chainType: row.chain_type, address: row.address }
  const held: HeldHalf = {
    ...{ consentId, walletId, appShare, context: programShareContext(row) },
    noteUsed: (nowMs) => noteProgramUsed(deps.db, { appId: app.id, grantId: consentId, nowMs }),
  }
  return oncePerKey(
    deps,
    {
      appId: app.id,
      key: signed.idempotencyKey,
      scope: consentId,
      request: { url: signed.url, body },
      // A signature is not kept: the signer gives the same one again, while it is still allowed.
      isKept: (answer: Answer) => 'hash' in answer.data,
    },
    // The schema of the answer checks it.
    async () => {
      await requireNextNonce(deps, row, body)
      return (await call({ app, wallet, held, body, signed })) as Answer
    },
  )
}

/**
 * Refuses a transaction that no node would carry out yet: it would lie there, and move what is sent today on another day.
 *
 * @throws ApiError `invalid_data`
 */
async function requireNextNonce(
  deps: Deps,
  { address: sender }: ProgramGrantRow,
  body: Record<string, unknown>,
): Promise<void> {
  const read = sending.safeParse(body)
  // Anything else is refused by the signer, in its own words.
  if (!read.success) return
  const { caip2, params } = read.data
  if (!deps.broadcast.supports(caip2)) return
  const asked = { type: 2 as const, to: sender as `0x${string}`, value: 0n } // Only the nonce is asked for.
  const next = await fromNode(askNode(deps.broadcast, { caip2, sender, asked }).nonce())
  if (BigInt(params.transaction.nonce) > next)
    throw new ApiError('invalid_data', { message: `The next nonce of the wallet is ${next}` })
}

const sending = z.object({
  method: z.literal('eth_sendTransaction'),
  caip2: z.string(),
  params: z.object({
    transaction: z.object({
      nonce: z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i))]),
    }),
  }),
})

function requireNode({ broadcast }: Deps, caip2: string): void {
  if (broadcast.supports(caip2)) return
  throw new ApiError('not_supported', { message: `No RPC url found for ${caip2}` })
}

const chainIdOf = (caip2: string) => BigInt(caip2.slice('eip155:'.length))

/** What a node answers. @throws ApiError for its refusal. */
async function fromNode<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error
    throw new ApiError(error.code, { message: error.message, cause: error })
  }
}
