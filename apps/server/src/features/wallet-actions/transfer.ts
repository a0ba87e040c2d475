import { ApiError, type RouteRequest } from '@sallyport/contract'
import type { Transfer, TransferInput, walletActions } from '@sallyport/contract/wallet-api'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import type { TransferFacts } from '../../db/wallet-api-tables.js'
import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { fromDecimalText } from '../../wallet-api/amounts.js'
import { type Asset, namedAsset, readChain, tokenAsset } from '../../wallet-api/assets.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { requireDecimals } from '../../wallet-api/read-asset.js'
import { requestDigest } from '../../wallet-api/send/request-digest.js'
import { requireNode, send } from '../../wallet-api/send/send.js'
import { openShare } from '../../wallet-api/share.js'
import { bytesOf, type WalletCall } from './rpc.js'
import { solanaTransfer } from './solana-transfer.js'

type Body = RouteRequest<typeof walletActions.transfer>['body']

/** What a wallet's transfer is of, read before anything is asked of the signer. */
export async function readTransfer(
  deps: Deps,
  { row, body }: { row: WalletCall['row']; body: TransferInput },
): Promise<{ asset: Asset; facts: TransferFacts }> {
  refuseUnoffered(body)
  const { source, destination } = body
  const caip2 = readChain(source.chain, row.chain_type)
  requireNode(deps, caip2)
  const asset =
    source.asset_address === undefined
      ? namedAsset(source.asset ?? '', source.chain, caip2)
      : tokenAsset(source.asset_address, source.chain, caip2)
  requireAddress(destination.address, caip2)
  const decimals = await requireDecimals(deps.broadcast, asset)
  const amount = body.amount ?? source.amount ?? '0'
  const raw = fromDecimalText(amount, decimals)
  const facts = {
    chain: source.chain,
    asset: source.asset ?? null,
    asset_address: source.asset_address ?? null,
    decimals,
    amount,
    raw: raw.toString(),
    destination: destination.address,
  }
  return { asset, facts }
}

/**
 * Sends an amount of one asset to an address. The signer checks that what it signs does exactly what was asked.
 *
 * @throws ApiError as sends do; `not_supported` across assets or networks.
 */
export async function transferAsset(
  deps: Deps,
  { app, row, signed }: Omit<WalletCall, 'body'>,
  body: Body,
): Promise<Transfer> {
  const { asset, facts } = await readTransfer(deps, { row, body })
  const { caip2 } = asset
  const rpc = await rpcOf(deps, { from: row.address ?? '', asset, facts })
  const key = signed.idempotencyKey ?? body.idempotency_key ?? body.nonce
  const transaction = await send(deps, {
    appId: app.id,
    walletId: row.wallet_id,
    chainType: row.chain_type,
    address: row.address ?? '',
    caip2,
    digest: requestDigest({ ...signed, idempotencyKey: key }, deps.random),
    asked: rpc.asked,
    referenceId: body.reference_id,
    transfer: facts,
    sign: async (filled: FilledTransaction | undefined) => {
      const { data, filled: used } = await callSigner(deps, 'signTransfer', {
        appId: app.id,
        walletId: row.wallet_id,
        apiShare: openShare(deps, row),
        request: authorizedRequest(app.id, signed),
        rpc: rpc.body,
        decimals: facts.decimals,
        ...(filled && { filled: [filled] }),
      })
      return { bytes: bytesOf(data), filled: used?.[0] }
    },
  })
  return toWireTransfer(transaction)
}

/** The call that carries a transfer out. */
async function rpcOf(
  deps: Deps,
  { from, asset, facts }: { from: string; asset: Asset; facts: TransferFacts },
) {
  const { caip2, address } = asset
  const raw = BigInt(facts.raw)
  if (!caip2.startsWith('eip155:')) {
    if (address !== null)
      throw new ApiError('not_supported', {
        message: 'Transfers of tokens on Solana are not offered: use signAndSendTransaction',
      })
    const to = facts.destination
    const transaction = await solanaTransfer(deps.broadcast, { caip2, from, to, lamports: raw })
    const params = { transaction, encoding: 'base64' }
    return { asked: undefined, body: { method: 'signAndSendTransaction', caip2, params } }
  }
  const to = facts.destination as `0x${string}` // `requireAddress` has checked it.
  const chain_id = BigInt(caip2.slice('eip155:'.length))
  const transaction =
    address === null
      ? { to: lower(to), value: toHex(raw) }
      : {
          to: lower(address),
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, raw] }),
        }
  const params = { transaction: { ...transaction, chain_id: toHex(chain_id) } }
  const asked = {
    to: transaction.to,
    ...('data' in transaction ? { data: transaction.data } : { value: raw }),
    chain_id,
  }
  return { asked, body: { method: 'eth_sendTransaction', caip2, params } }
}

const lower = (address: string) => address.toLowerCase() as `0x${string}`

function requireAddress(address: string, caip2: string): void {
  const form = caip2.startsWith('eip155:') ? /^0x[0-9a-fA-F]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
  if (form.test(address)) return
  throw new ApiError('invalid_data', {
    message: 'destination.address is not an address of the network',
    data: { field: 'destination.address' },
  })
}

function refuseUnoffered(body: TransferInput): void {
  const { source, destination } = body
  const crossesChains = destination.chain !== undefined && destination.chain !== source.chain
  const crossesAssets = destination.asset !== undefined && destination.asset !== source.asset
  if (crossesChains || crossesAssets)
    throw new ApiError('not_supported', {
      message: 'Transfers across networks or assets are not offered: name the same at both ends',
    })
  if (body.fee_configuration !== undefined || body.custody_options !== undefined)
    throw new ApiError('not_supported', {
      message: 'fee_configuration and custody_options are not offered',
    })
}

const statuses = {
  pending: 'pending',
  broadcasted: 'pending',
  confirmed: 'succeeded',
  finalized: 'succeeded',
  execution_reverted: 'failed',
  failed: 'failed',
  replaced: 'failed',
  provider_error: 'failed',
} as const satisfies Record<WalletTransactionRow['status'], Transfer['status']>

/** States of the one step of a transfer. */
const stepStatuses = {
  pending: 'queued',
  broadcasted: 'pending',
  confirmed: 'confirmed',
  finalized: 'confirmed',
  execution_reverted: 'reverted',
  failed: 'rejected',
  replaced: 'replaced',
  provider_error: 'rejected',
} as const satisfies Record<WalletTransactionRow['status'], string>

/** A transfer as calls answer it. */
export function toWireTransfer(
  row: WalletTransactionRow,
  { steps = false }: { steps?: boolean } = {},
): Transfer {
  const { transfer: facts, failure, status, caip2, hash } = row
  if (facts === null) throw new Error('Not a transfer')
  const isEthereum = caip2.startsWith('eip155:')
  const step = isEthereum
    ? { type: 'evm_transaction', transaction_hash: hash }
    : { type: 'svm_transaction', transaction_signature: hash }
  return {
    id: row.transaction_id,
    type: 'transfer',
    status: statuses[status],
    wallet_id: row.wallet_id,
    created_at: new Date(row.created_at).toISOString(),
    source_chain: facts.chain,
    ...(facts.asset !== null && { source_asset: facts.asset }),
    ...(facts.asset_address !== null && { source_asset_address: facts.asset_address }),
    source_asset_decimals: facts.decimals,
    source_amount: facts.amount,
    destination_address: facts.destination,
    destination_amount: facts.amount,
    amount_type: 'exact_input',
    ...(row.reference_id !== null && { reference_id: row.reference_id }),
    ...(failure !== null && { failure_reason: { message: failure } }),
    ...(steps && { steps: [{ ...step, status: stepStatuses[status], caip2 }] }),
  }
}
