import type { RouteResponse } from '@sallyport/contract'
import type {
  Balance,
  serverWallets,
  Transaction,
  Transfer,
  Wallet,
  WalletRpcData,
  WalletRpcInput,
  walletActions,
} from '@sallyport/contract/wallet-api'
import { type CallOptions, type Input, type InputOf, splitInput } from '../http/call-options.js'
import type { BodyOf, QueryOf, Send } from '../http/heads.js'
import { type Pages, pagesOf } from '../http/pages.js'
import { type BitcoinService, createBitcoin } from './bitcoin.js'
import { createEthereum, type EthereumService } from './ethereum.js'
import { createSolana, type SolanaService } from './solana.js'
import { actionHeads, walletHeads as heads } from './wallet-heads.js'
import { createTransport, type KeyTransport } from './wallet-keys.js'

type Wallets = typeof serverWallets
type Actions = typeof walletActions

/** The answer to a method of `rpc`. */
export interface RpcAnswer<M extends keyof WalletRpcData> {
  method: M
  data: WalletRpcData[M]
}

/** Server wallets: their life, what they sign and send. */
export interface WalletsService extends KeyTransport {
  create(input: Input<BodyOf<Wallets['create']>>): Promise<Wallet>
  /** Up to 100 wallets, each by itself: results in the order of the request. */
  createBatch(
    input: Input<{ wallets: readonly BodyOf<Wallets['create']>[] }>,
  ): Promise<RouteResponse<Wallets['createBatch']>>
  list(query?: QueryOf<Wallets['list']>, options?: CallOptions): Pages<Wallet>
  get(wallet_id: string, options?: CallOptions & { include_archived?: boolean }): Promise<Wallet>
  getWalletByAddress(input: Input<BodyOf<Wallets['findByAddress']>>): Promise<Wallet>
  /** Signed by the present owner. */
  update(wallet_id: string, input: Input<BodyOf<Wallets['update']>>): Promise<Wallet>
  /** Hides a wallet and ends its use. */
  archive(wallet_id: string, options?: CallOptions): Promise<Wallet>
  assignEntity(
    wallet_id: string,
    input: Input<BodyOf<Wallets['assignEntity']>>,
  ): Promise<RouteResponse<Wallets['assignEntity']>>
  /** Signs by a method of the wallet API, or sends what is signed. */
  rpc<M extends WalletRpcInput['method']>(
    wallet_id: string,
    input: InputOf<Extract<WalletRpcInput, { method: M }>>,
  ): Promise<RpcAnswer<M>>
  /** Signs a digest, which says nothing about what it allows. */
  rawSign(
    wallet_id: string,
    input: Input<BodyOf<Actions['rawSign']>>,
  ): Promise<RouteResponse<Actions['rawSign']>>
  /** Sends an amount of one asset to an address. */
  transfer(wallet_id: string, input: Input<BodyOf<Actions['transfer']>>): Promise<Transfer>
  getAction(
    action_id: string,
    input: { wallet_id: string; include?: 'steps' } & CallOptions,
  ): Promise<Transfer>
  /** Sends a transaction that does nothing in the place of one that waits. Signed by the owner. */
  cancelTransaction(
    transaction_id: string,
    input: { wallet_id: string } & CallOptions,
  ): Promise<Transaction>
  balance(
    wallet_id: string,
    query: QueryOf<Actions['balance']>,
    options?: CallOptions,
  ): Promise<Balance>
  /** One page: `cursor` goes on. */
  transactions(
    wallet_id: string,
    query: QueryOf<Actions['transactions']>,
    options?: CallOptions,
  ): Promise<RouteResponse<Actions['transactions']>>
  ethereum(): EthereumService
  solana(): SolanaService
  bitcoin(): BitcoinService
}

/** Signs or sends by one method. */
export type CallRpc = <M extends WalletRpcInput['method']>(
  wallet_id: string,
  input: InputOf<Extract<WalletRpcInput, { method: M }>>,
) => Promise<RpcAnswer<M>>

/** The service over `send`. */
export function createWallets(send: Send): WalletsService {
  const rpc: CallRpc = (wallet_id, input) => {
    const { body, options } = splitInput<Record<string, unknown>>(input)
    // The server answers each method with its own data.
    return send(actionHeads.rpc, { params: { wallet_id }, body }, options) as Promise<never>
  }
  return {
    ...createTransport(send),
    rpc,
    create: (input) => {
      const { body, options } = splitInput<BodyOf<Wallets['create']>>(input)
      return send(heads.create, { body }, options)
    },
    createBatch: (input) => {
      const { body, options } = splitInput<{ wallets: readonly unknown[] }>(input)
      return send(heads.createBatch, { body: { wallets: [...body.wallets] } }, options)
    },
    list: (query = {}, options) =>
      pagesOf((cursor = query.cursor) =>
        send(heads.list, { query: { ...query, cursor } }, options),
      ),
    get: (wallet_id, { include_archived: archived, ...options } = {}) =>
      send(heads.find, { params: { wallet_id }, query: archivedQuery(archived) }, options),
    getWalletByAddress: (input) => {
      const { body, options } = splitInput<BodyOf<Wallets['findByAddress']>>(input)
      return send(heads.findByAddress, { body }, options)
    },
    update: (wallet_id, input) => {
      const { body, options } = splitInput<BodyOf<Wallets['update']>>(input)
      return send(heads.update, { params: { wallet_id }, body }, options)
    },
    archive: (wallet_id, options) => send(heads.archive, { params: { wallet_id } }, options),
    assignEntity: (wallet_id, input) => {
      const { body, options } = splitInput<BodyOf<Wallets['assignEntity']>>(input)
      return send(heads.assignEntity, { params: { wallet_id }, body }, options)
    },
    rawSign: (wallet_id, input) => {
      const { body, options } = splitInput<BodyOf<Actions['rawSign']>>(input)
      return send(actionHeads.rawSign, { params: { wallet_id }, body }, options)
    },
    transfer: (wallet_id, input) => {
      const { body, options } = splitInput<BodyOf<Actions['transfer']>>(input)
      return send(actionHeads.transfer, { params: { wallet_id }, body }, options)
    },
    getAction: (action_id, { wallet_id, include, ...options }) =>
      send(
        actionHeads.findAction,
        { params: { wallet_id, action_id }, query: { include } },
        options,
      ),
    cancelTransaction: (transaction_id, { wallet_id, ...options }) =>
      send(actionHeads.cancel, { params: { wallet_id, transaction_id } }, options),
    balance: (wallet_id, query, options) =>
      send(actionHeads.balance, { params: { wallet_id }, query }, options),
    transactions: (wallet_id, query, options) =>
      send(actionHeads.transactions, { params: { wallet_id }, query }, options),
    ethereum: () => createEthereum(rpc),
    solana: () => createSolana(rpc),
    bitcoin: () => createBitcoin(rpc),
  }
}

const archivedQuery = (archived: boolean | undefined) =>
  archived === undefined ? {} : ({ include_archived: archived ? 'true' : 'false' } as const)
