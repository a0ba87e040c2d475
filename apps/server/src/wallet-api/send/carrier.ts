import { ApiError } from '@sallyport/contract'
import { parsePsbt } from '@sallyport/contract/requests'
import type { EthereumTransaction, WalletRpc } from '@sallyport/contract/wallet-api'
import type { App } from '../../apps/app.js'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { SignedBy } from '../../db/wallet-api-tables.js'
import type { Deps } from '../../deps.js'
import { draftBatch } from './batch-draft.js'
import { draftTransaction } from './ethereum-draft.js'
import { operationCarrier } from './operation-carrier.js'
import { type Sending, senderOf } from './send.js'
import { judgeSending, signSending } from './sign-sending.js'

/** How what an rpc call asks for is built and signed. */
export type Carrier = Pick<Sending, 'prepare' | 'judge' | 'sign' | 'sponsored'>

/** A send that an app has asked for by rpc. */
export interface AskedSend {
  app: App
  row: ServerWalletRow
  asked: WalletRpc
  caip2: string
  signedBy: SignedBy
}

/**
 * What carries a send: a transaction of the wallet, one that makes several calls, or an operation that a paymaster pays for.
 *
 * @throws ApiError `invalid_data` for a transaction of another network; `feature_not_enabled` (400) without a paymaster.
 */
export function carrierOf(deps: Deps, send: AskedSend): Carrier {
  const { row, asked, caip2, signedBy } = send
  if ('sponsor' in asked && asked.sponsor === true) return operationCarrier(deps, send)
  const sign: Sending['sign'] = (draft) => signSending(deps, { wallet: row, signedBy, draft })
  const judge: Sending['judge'] = (draft) => judgeSending(deps, { wallet: row, signedBy, draft })
  const sender = senderOf(row.address ?? '')
  if (asked.method === 'eth_sendTransaction' || asked.method === 'wallet_sendCalls') {
    const one = onlyTransaction(asked, caip2)
    if (one === undefined && asked.method === 'wallet_sendCalls')
      return {
        prepare: (lane) => draftBatch(deps, lane, { caip2, sender, calls: asked.params.calls }),
        judge,
        sign,
      }
    return {
      prepare: (lane) =>
        draftTransaction(deps.broadcast, lane, { caip2, sender, asked: one ?? {} }),
      judge,
      sign,
    }
  }
  if (asked.method === 'bitcoin_sendPsbt') {
    const content = parsePsbt(Uint8Array.from(Buffer.from(asked.params.psbt, 'base64')))
    const outpoints = content?.inputs.map(({ txid, index }) => `${txid}:${index}`)
    return { prepare: async () => ({ outpoints }), sign }
  }
  return { prepare: async () => ({}), sign }
}

function onlyTransaction(
  asked: Extract<WalletRpc, { method: 'eth_sendTransaction' | 'wallet_sendCalls' }>,
  caip2: string,
): EthereumTransaction | undefined {
  if (asked.method === 'wallet_sendCalls') {
    const [only, ...more] = asked.params.calls
    return more.length === 0 ? only : undefined
  }
  const { transaction } = asked.params
  if (transaction.chain_id !== undefined && `eip155:${transaction.chain_id}` !== caip2)
    throw new ApiError('invalid_data', {
      message: 'chain_id and caip2 name different networks',
      data: { field: 'params.transaction.chain_id' },
    })
  return transaction
}
