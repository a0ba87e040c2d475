import { ApiError } from '@sallyport/contract'
import type { EthereumTransaction, WalletRpc } from '@sallyport/contract/wallet-api'
import { walletRpcMethods } from '@sallyport/contract/wallet-api'
import type { AuthorizedRequest, FilledTransaction } from '@sallyport/protocols/signer'
import type { App } from '../../apps/app.js'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import type { SignedRequest } from '../../http/implement.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { exportWallet } from '../../wallet-api/export-wallet.js'
import { carrierOf } from '../../wallet-api/send/carrier.js'
import { askNode, fillTransaction } from '../../wallet-api/send/fill.js'
import { requestDigest } from '../../wallet-api/send/request-digest.js'
import { requireNode, send } from '../../wallet-api/send/send.js'
import { openShare } from '../../wallet-api/share.js'
import { readRpc } from './read-rpc.js'

/** A call on one wallet. */
export interface WalletCall {
  app: App
  row: ServerWalletRow
  body: Record<string, unknown>
  signed: SignedRequest
}

/**
 * Carries out what an app asks of a server wallet: the signer judges and signs, the API fills in what is missing before, and sends what is
 * to be sent.
 */
export async function callWallet(deps: Deps, call: WalletCall) {
  const { row, body, signed } = call
  const asked = readRpc(body, row.chain_type)
  const { method } = asked
  if (method === 'exportPrivateKey' || method === 'exportSeedPhrase')
    return { method, data: await exportWallet(deps, row, signed) }
  if (walletRpcMethods[method].sends) return { method, data: await sendFor(deps, call, asked) }
  const filled = await fillUnsent(deps, row, asked)
  const { data } = await signWith(deps, call, filled)
  return { method, data }
}

/**
 * Refuses a request that could not be carried out as it is written, even with all signatures: as the call itself refuses it, before anything is asked
 * of a node or of the signer.
 *
 * @throws ApiError `invalid_data`, `not_supported`, `feature_not_enabled` (400).
 */
export function requireRunnable(deps: Deps, { app, row, body, signed }: WalletCall): void {
  const asked = readRpc(body, row.chain_type)
  if (!walletRpcMethods[asked.method].sends || !('caip2' in asked) || asked.caip2 === undefined)
    return
  const { caip2 } = asked
  requireNode(deps, caip2)
  const signedBy = { call: 'signWithWallet', request: authorizedRequest(app.id, signed) } as const
  carrierOf(deps, { app, row, asked, caip2, signedBy })
}

/** Asks the signer for what the request is for. */
export async function signWith(
  deps: Deps,
  { app, row, signed }: Pick<WalletCall, 'app' | 'row' | 'signed'>,
  filled: FilledTransaction | undefined,
) {
  const request: AuthorizedRequest = authorizedRequest(app.id, signed)
  return callSigner(deps, 'signWithWallet', {
    appId: app.id,
    walletId: row.wallet_id,
    apiShare: openShare(deps, row),
    request,
    ...(filled && { filled: [filled] }),
  })
}

/** What the data of a send says, whatever signs. */
export const sentData = (transaction: {
  hash: string | null
  caip2: string
  transaction_id: string
  reference_id: string | null
  user_operation_hash: string | null
}) => ({
  hash: transaction.hash ?? '',
  caip2: transaction.caip2,
  transaction_id: transaction.transaction_id,
  ...(transaction.reference_id !== null && { reference_id: transaction.reference_id }),
  ...(transaction.user_operation_hash !== null && {
    user_operation_hash: transaction.user_operation_hash,
  }),
})

async function sendFor(deps: Deps, call: WalletCall, asked: WalletRpc) {
  const { app, row, signed } = call
  if (!('caip2' in asked) || asked.caip2 === undefined) throw new Error('A send names its network')
  const { caip2, method } = asked
  requireNode(deps, caip2)
  const signedBy = { call: 'signWithWallet', request: authorizedRequest(app.id, signed) } as const
  const transaction = await send(deps, {
    appId: app.id,
    walletId: row.wallet_id,
    chainType: row.chain_type,
    address: row.address ?? '',
    caip2,
    digest: requestDigest(signed, deps.random),
    referenceId: 'reference_id' in asked ? asked.reference_id : undefined,
    transfer: undefined,
    signedBy,
    ...carrierOf(deps, { app, row, asked, caip2, signedBy }),
  })
  if (method === 'wallet_sendCalls') return { caip2, transaction_id: transaction.transaction_id }
  return sentData(transaction)
}

/** What is missing in a transaction or an authorization that is signed and not sent. */
async function fillUnsent(
  deps: Deps,
  row: ServerWalletRow,
  asked: WalletRpc,
): Promise<FilledTransaction | undefined> {
  const sender = (row.address ?? '').toLowerCase()
  if (asked.method === 'eth_sign7702Authorization') {
    if (asked.params.nonce !== undefined) return undefined
    const caip2 = `eip155:${asked.params.chain_id}`
    requireNode(deps, caip2, 'params.chain_id')
    const node = askNode(deps.broadcast, { caip2, sender, asked: {} })
    // In a transaction of its own the wallet's nonce has been counted up before the authorization is looked at.
    const ahead = asked.params.executor === 'self' ? 1n : 0n
    return { nonce: ((await node.nonce()) + ahead).toString() }
  }
  if (asked.method !== 'eth_signTransaction') return undefined
  const { transaction } = asked.params
  if (isComplete(transaction)) return undefined
  if (transaction.chain_id === undefined)
    throw new ApiError('invalid_data', {
      message: 'params.transaction.chain_id is missing',
      data: { field: 'params.transaction.chain_id' },
    })
  const caip2 = `eip155:${transaction.chain_id}`
  requireNode(deps, caip2, 'params.transaction.chain_id')
  const node = askNode(deps.broadcast, { caip2, sender, asked: transaction })
  return fillTransaction(transaction, {
    chainId: transaction.chain_id,
    node,
    chooseNonce: node.nonce,
  })
}

function isComplete(asked: EthereumTransaction): boolean {
  const fees = asked.gas_price !== undefined || asked.max_fee_per_gas !== undefined
  const others = [asked.chain_id, asked.nonce, asked.gas_limit]
  return fees && others.every((each) => each !== undefined)
}
