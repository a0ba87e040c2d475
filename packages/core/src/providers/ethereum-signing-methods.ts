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

/** A request for the wallet frame, and what the user is asked. */
export interface SigningJob {
  request: WalletRequest
  shown: ConfirmRequest
  /** Refused where no screen asks. */
  needsScreen?: boolean | undefined
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
        needsScreen: true,
      })
    },
    eth_sign7702Authorization: (call) => withViem(client, call, { kind: 'authorize', address }),
    eth_signTransaction: (call) => withViem(client, call, { kind: 'sign-transaction', address }),
    eth_sendTransaction: (call) => withViem(client, call, { kind: 'send-transaction', address }),
  }
}

function sign(
  client: SallyportClient,
  { ui, wallet }: SigningCall,
  { request, shown, needsScreen }: SigningJob,
): Promise<unknown> {
  return confirmThenRun(client, {
    needsScreen,
    request: shown,
    ui,
    run: (report) => operate(client, wallet, request, report),
  })
}

/** Runs a request about a chain, which the modules that use viem read: loaded by the first one, not by the page. */
async function withViem(
  client: SallyportClient,
  call: SigningCall,
  {
    kind,
    address,
  }: { kind: 'sign-transaction' | 'send-transaction' | 'authorize'; address: string },
): Promise<unknown> {
  const { ui, wallet } = call
  const given = objectOf(call.params)
  const { from, chainId = null } = given
  if (typeof from === 'string' && !isSameAddress(from, address)) throw new RpcError(4100)
  const chain = chainId === null ? call.chain : requireChain(client.options, chainIdOf(chainId))
  const it = await import('./chain-work.js')
  if (kind === 'authorize') {
    const signer = { client, address, chain }
    return it.signAuthorization(signer, given, (job) => sign(client, call, job))
  }
  // Read once: a screen shows exactly the fields that are signed.
  const transaction = { ...(await it.readEthereumTransaction(given)) }
  const run = it.createRun(client, { kind, wallet, chain, transaction })
  return confirmThenRun(client, { request: { kind, address, chain, transaction }, ui, run })
}
