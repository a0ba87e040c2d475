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
import { askNode, fillTransaction } from '../../wallet-api/send/fill.js'
import { requestDigest } from '../../wallet-api/send/request-digest.js'
import { requireNode, type Sending, send } from '../../wallet-api/send/send.js'
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
}) => ({
  hash: transaction.hash ?? '',
  caip2: transaction.caip2,
  transaction_id: transaction.transaction_id,
  ...(transaction.reference_id !== null && { reference_id: transaction.reference_id }),
})

async function sendFor(deps: Deps, call: WalletCall, asked: WalletRpc) {
  const { app, row, signed } = call
  if (!('caip2' in asked) || asked.caip2 === undefined) throw new Error('A send names its network')
  const { caip2, method } = asked
  requireNode(deps, caip2)
  const sending: Sending = {
    appId: app.id,
    walletId: row.wallet_id,
    chainType: row.chain_type,
    address: row.address ?? '',
    caip2,
    digest: requestDigest(signed, deps.random),
    asked: ethereumOf(asked, caip2),
    referenceId: 'reference_id' in asked ? asked.reference_id : undefined,
    transfer: undefined,
    sign: async (filled) => {
      const { data, filled: used } = await signWith(deps, call, filled)
      return { bytes: bytesOf(data), filled: used?.[0] }
    },
  }
  const transaction = await send(deps, sending)
  if (method !== 'wallet_sendCalls') return sentData(transaction)
  return { caip2, transaction_id: transaction.transaction_id }
}

/** @throws ApiError `invalid_data` for a transaction of another network, `not_supported` for several calls at once. */
function ethereumOf(asked: WalletRpc, caip2: string): EthereumTransaction | undefined {
  if (asked.method === 'wallet_sendCalls') {
    const [only, ...more] = asked.params.calls
    if (only === undefined || more.length > 0)
      throw new ApiError('not_supported', {
        message: 'A plain key sends one call at a time: send each by itself, or use a smart wallet',
      })
    return only
  }
  if (asked.method !== 'eth_sendTransaction') return undefined
  const { transaction } = asked.params
  if (transaction.chain_id !== undefined && `eip155:${transaction.chain_id}` !== caip2)
    throw new ApiError('invalid_data', {
      message: 'chain_id and caip2 name different networks',
      data: { field: 'params.transaction.chain_id' },
    })
  return transaction
}

/** The bytes for the network in what the signer answers for a send. */
export function bytesOf(data: Record<string, unknown>): string {
  const { signed_transaction: one, signed_transactions: several } = data
  const [first] = Array.isArray(several) ? several : [one]
  if (typeof first === 'string') return first
  throw new Error('The signer has answered nothing to send')
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
    requireNode(deps, caip2)
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
  requireNode(deps, caip2)
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
