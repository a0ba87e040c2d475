import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { Chain, ConfirmRequest, RequestUiOptions, WalletAccount } from '../types.js'
import { isSameAddress } from '../wallet/accounts.js'
import { operate, type WalletRequest } from '../wallet/operate.js'
import { requireChain } from './chains.js'
import {
  chainIdOf,
  hashOf,
  messageOf,
  objectOf,
  readable,
  signedBy,
  typedDataOf,
} from './ethereum-parameters.js'
import { confirmThenRun } from './should-confirm.js'

/** A request that uses the key of `wallet`. */
interface SigningCall {
  params: unknown
  ui: RequestUiOptions
  wallet: WalletAccount
  /** The chain the provider is on. */
  chain: Chain
}

/** The methods that use a key, by name; each asks the user where confirmation is on. */
type SigningMethods = Readonly<Record<string, (call: SigningCall) => Promise<unknown>>>

/** The signing methods of the wallet at `address`. */
export function createSigningMethods(client: SallyportClient, address: string): SigningMethods {
  const messageRequest = (message: string): ConfirmRequest => ({
    kind: 'sign-message',
    chainType: 'ethereum',
    address,
    message: readable(message),
  })
  return {
    personal_sign(call) {
      const message = messageOf(call.params, address)
      return sign(client, call, {
        request: { method: 'personal_sign', params: [message, address] },
        shown: messageRequest(message),
      })
    },
    eth_sign(call) {
      const message = signedBy(call.params, address)
      if (typeof message !== 'string') throw new RpcError(-32602)
      return sign(client, call, {
        request: { method: 'eth_sign', params: [address, message] },
        shown: messageRequest(message),
      })
    },
    eth_signTypedData_v4(call) {
      const typedData = typedDataOf(signedBy(call.params, address))
      return sign(client, call, {
        request: { method: 'eth_signTypedData_v4', params: [address, typedData] },
        shown: { kind: 'sign-typed-data', address, chainId: call.chain.id, typedData },
      })
    },
    secp256k1_sign(call) {
      const hash = hashOf(call.params)
      return sign(client, call, {
        request: { method: 'secp256k1_sign', params: [hash] },
        shown: { kind: 'sign-digest', address, digest: hash },
        needsScreen: 'secp256k1_sign is not supported without a wallet screen',
      })
    },
    eth_signTransaction: (call) => transact(client, call, { kind: 'sign-transaction', address }),
    eth_sendTransaction: (call) => transact(client, call, { kind: 'send-transaction', address }),
  }
}

function sign(
  client: SallyportClient,
  { ui, wallet }: SigningCall,
  given: { request: WalletRequest; shown: ConfirmRequest; needsScreen?: string },
): Promise<unknown> {
  const { request, shown, ...job } = given
  return confirmThenRun(client, {
    ...job,
    request: shown,
    ui,
    run: (report) => operate(client, wallet, request, report),
  })
}

async function transact(
  client: SallyportClient,
  { params, ui, wallet, chain }: SigningCall,
  { kind, address }: { kind: 'sign-transaction' | 'send-transaction'; address: string },
): Promise<unknown> {
  const given = objectOf(params)
  const { from, chainId } = given
  if (typeof from === 'string' && !isSameAddress(from, address)) throw new RpcError(4100)
  const isGiven = chainId !== undefined && chainId !== null
  const on = isGiven ? requireChain(client.options, chainIdOf(chainId)) : chain
  // These modules use viem: loaded by the first transaction, not by the page.
  const [{ createRun }, { readEthereumTransaction }] = await Promise.all([
    import('./ethereum-transaction.js'),
    import('./ethereum-node.js'),
  ])
  // Read once: a screen shows exactly the fields that are signed.
  const transaction = { ...(await readEthereumTransaction(given)) }
  const run = createRun(client, { kind, wallet, chain: on, transaction })
  return confirmThenRun(client, { request: { kind, address, chain: on, transaction }, ui, run })
}
