import type { ProgramGrant } from '@sallyport/contract'
import type { KeptProgram } from './kept-program.js'
import { callSigned, type ProgramServer } from './signed-call.js'

/** An amount of a coin. */
export interface Balance {
  /** `native`, or the contract of a token. */
  asset: string
  symbol: string | null
  decimals: number | null
  /** In the smallest unit. */
  amount: string
}

/** Typed data (EIP-712) as the wallet API takes it. */
export interface WireTypedData {
  domain: Record<string, unknown>
  types: Record<string, readonly { name: string; type: string }[]>
  primary_type: string
  message: Record<string, unknown>
}

/** A transaction that was sent. */
export interface Sent {
  hash: string
  caip2: string
  transaction_id?: string
}

/** The wallet of a user, as far as they let this program act with it. */
export interface ProgramWallet {
  readonly id: string
  readonly address: string
  readonly appId: string
  readonly apiUrl: string
  /** What the user has allowed, with what is left of limits. @throws SallyportError `user_has_not_delegated_wallet` once it has ended. */
  status(): Promise<ProgramGrant>
  /** What the wallet holds of a network's coin, or of a token. */
  balance(input: { caip2: string; token?: string | undefined }): Promise<Balance>
  /** Pays an amount of the network's coin or of a token, in the smallest unit. The same `idempotency_key` pays once. */
  pay(input: {
    caip2: string
    to: string
    amount: string
    token?: string | undefined
    idempotency_key?: string | undefined
  }): Promise<Sent>
  /** Sends a transaction whose nonce, gas and fees the server fills in. */
  sendTransaction(input: {
    caip2: string
    to: string
    value?: string | undefined
    data?: string | undefined
    idempotency_key?: string | undefined
  }): Promise<Sent>
  signTypedData(typed_data: WireTypedData): Promise<string>
}

/** The wallet of a grant. */
export function createProgramWallet(
  { grant, private_key: privateKey }: Pick<KeptProgram, 'grant' | 'private_key'>,
  server: ProgramServer,
): ProgramWallet {
  const [wallet] = grant.wallets
  if (wallet === undefined) throw new TypeError('The grant names no wallet')
  const call = (
    name: 'status' | 'balance' | 'fill' | 'rpc',
    body: object,
    idempotencyKey?: string,
  ) =>
    callSigned(server, {
      path: `/api/v1/device/${server.appId}/wallets/${wallet.id}/${name}`,
      ...{ body, privateKey, idempotencyKey },
    })
  const sendTransaction: ProgramWallet['sendTransaction'] = async (input) => {
    const { caip2, to, value = '0', data, idempotency_key: key } = input
    // The answers of these routes.
    const filled = (await call('fill', { caip2, to, value, ...(data && { data }) })) as Filled
    const transaction = {
      ...{ type: 2, to, value: hex(value), ...(data && { data }) },
      chain_id: hex(caip2.slice('eip155:'.length)),
      nonce: hex(filled.nonce),
      gas_limit: hex(filled.gas_limit),
      max_fee_per_gas: hex(filled.max_fee_per_gas),
      max_priority_fee_per_gas: hex(filled.max_priority_fee_per_gas),
    }
    const body = { method: 'eth_sendTransaction', caip2, params: { transaction } }
    return ((await call('rpc', body, key)) as { data: Sent }).data
  }
  return {
    ...{ id: wallet.id, address: wallet.address, appId: server.appId, apiUrl: server.apiUrl },
    status: async () => ((await call('status', {})) as { grant: ProgramGrant }).grant,
    balance: async ({ caip2, token }) =>
      (await call('balance', { caip2, ...(token !== undefined && { token }) })) as Balance,
    pay: ({ caip2, to, amount, token, idempotency_key }) =>
      token === undefined
        ? sendTransaction({ caip2, to, value: amount, idempotency_key })
        : sendTransaction({ caip2, to: token, data: transferOf(to, amount), idempotency_key }),
    sendTransaction,
    signTypedData: async (typed_data) => {
      const body = { method: 'eth_signTypedData_v4', params: { typed_data } }
      return ((await call('rpc', body)) as { data: { signature: string } }).data.signature
    },
  }
}

interface Filled {
  nonce: string
  gas_limit: string
  max_fee_per_gas: string
  max_priority_fee_per_gas: string
}

const hex = (decimal: string) => `0x${BigInt(decimal).toString(16)}`

/** Data of `transfer(address,uint256)` of a token. @throws TypeError for what is not an address. */
function transferOf(to: string, amount: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(to)) throw new TypeError('to must be an address')
  const words = [to.slice(2).toLowerCase(), BigInt(amount).toString(16)]
  return `0xa9059cbb${words.map((word) => word.padStart(64, '0')).join('')}`
}
