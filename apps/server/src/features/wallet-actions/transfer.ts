import { ApiError, type RouteRequest } from '@sallyport/contract'
import { scriptOfAddress } from '@sallyport/contract/requests'
import type { Transfer, TransferInput, walletActions } from '@sallyport/contract/wallet-api'

import type { TransferFacts } from '../../db/wallet-api-tables.js'
import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { fromDecimalText } from '../../wallet-api/amounts.js'
import { type Asset, namedAsset, readChain, tokenAsset } from '../../wallet-api/assets.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { requireDecimals } from '../../wallet-api/read-asset.js'
import { requestDigest } from '../../wallet-api/send/request-digest.js'
import { requireNode, send } from '../../wallet-api/send/send.js'
import { judgeSending, signSending } from '../../wallet-api/send/sign-sending.js'
import { draftTransfer } from './draft-transfer.js'
import type { WalletCall } from './rpc.js'

type Body = RouteRequest<typeof walletActions.transfer>['body']

/** What a wallet's transfer is of, read before anything is asked of the signer. */
export async function readTransfer(
  deps: Deps,
  { row, body }: { row: WalletCall['row']; body: TransferInput },
): Promise<{ asset: Asset; facts: TransferFacts }> {
  const asset = requireTransferable(deps, { row, body })
  const { source, destination } = body
  const decimals = await requireDecimals(deps.broadcast, asset)
  requireStated(source.asset_decimals, decimals)
  const amount = amountOf(body)
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
 * Refuses a transfer that could not be carried out as it is written, before any node is asked.
 *
 * @returns What it is of.
 * @throws ApiError `invalid_data`, `not_supported`.
 */
export function requireTransferable(
  deps: Pick<Deps, 'broadcast'>,
  { row, body }: { row: WalletCall['row']; body: TransferInput },
): Asset {
  refuseUnoffered(body)
  const { source, destination } = body
  const caip2 = readChain(source.chain, row.chain_type)
  requireNode(deps, caip2, 'source.chain')
  const asset =
    source.asset_address === undefined
      ? namedAsset(source.asset ?? '', source.chain, caip2)
      : tokenAsset(source.asset_address, source.chain, caip2)
  requireAddress(destination.address, caip2)
  if (asset.decimals !== null) fromDecimalText(amountOf(body), asset.decimals)
  return asset
}

function amountOf({ amount, source }: TransferInput): string {
  return amount ?? source.amount ?? '0'
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
  const key = signed.idempotencyKey ?? body.idempotency_key ?? body.nonce
  const request = authorizedRequest(app.id, signed)
  const signedBy = { call: 'signTransfer', request, decimals: facts.decimals } as const
  const transaction = await send(deps, {
    appId: app.id,
    walletId: row.wallet_id,
    chainType: row.chain_type,
    address: row.address ?? '',
    caip2: asset.caip2,
    digest: requestDigest({ ...signed, idempotencyKey: key }, deps.random),
    referenceId: body.reference_id,
    transfer: facts,
    signedBy,
    prepare: (lane) => draftTransfer(deps, lane, { wallet: row, asset, facts }),
    judge: (draft) => judgeSending(deps, { wallet: row, signedBy, draft }),
    sign: (draft) => signSending(deps, { wallet: row, signedBy, draft }),
  })
  return toWireTransfer(transaction)
}

/** What the one who signs takes the token for has to be what it is. */
function requireStated(stated: number | undefined, decimals: number): void {
  if (stated === undefined || stated === decimals) return
  throw new ApiError('invalid_data', {
    message: `The token has ${decimals} decimal places`,
    data: { field: 'source.asset_decimals' },
  })
}

function requireAddress(address: string, caip2: string): void {
  if (isAddressOf(address, caip2)) return
  throw new ApiError('invalid_data', {
    message: 'destination.address is not an address of the network',
    data: { field: 'destination.address' },
  })
}

function isAddressOf(address: string, caip2: string): boolean {
  if (caip2.startsWith('bip122:')) return scriptOfAddress(address) !== null
  const isEthereum = caip2.startsWith('eip155:')
  return (isEthereum ? /^0x[0-9a-fA-F]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/).test(address)
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
  const step = stepOf(caip2, hash)
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

function stepOf(caip2: string, hash: string | null) {
  if (caip2.startsWith('eip155:')) return { type: 'evm_transaction', transaction_hash: hash }
  if (caip2.startsWith('solana:')) return { type: 'svm_transaction', transaction_signature: hash }
  return { type: 'bitcoin_transaction', transaction_hash: hash }
}
