import {
  crossAppProvider,
  ethereum,
  RpcError,
  type SallyportClient,
  smartWallet,
  wallet,
} from '@sallyport/core'
import { connectedSmartWallets } from '../../connected-smart-wallets.js'
import { optionsFor } from '../../modal/asked-by.js'

type Call = crossAppProvider.CrossAppCall

/**
 * Does what a request asks for, on the screens of its kind; gives the signature or the hash.
 *
 * @throws RpcError 4001 when the user declines, 4100 for a wallet that it may not use, 4200 for a method it may not call.
 */
export async function perform(
  client: SallyportClient,
  { call, requester, addresses }: crossAppProvider.OpenedRequest,
): Promise<string> {
  const operation = crossAppProvider.operationOf(call)
  const isSmart = operation.wallet === 'smart'
  const own = isSmart ? [smartWallet.linkedAddress(client)] : ownAddresses(client)
  const mayUse = (address: string | undefined): address is string =>
    address !== undefined && addresses.some((each) => wallet.isSameAddress(each, address))
  const address = crossAppProvider.addressOf(call, own.filter(mayUse))
  const options = optionsFor(client, requester)
  if (isSmart) return performSmart(client, { call, does: operation.does, options })
  const params = operation.does.endsWith('transaction') ? [onChain(call)] : call.params
  const provider = ethereum.getProvider(client, address)
  const answer = await provider.request({ method: operation.method, params }, options)
  if (typeof answer !== 'string') throw new RpcError(-32603)
  return answer
}

/** The user's embedded wallets on Ethereum, the one that apps use by default first. */
export function ownAddresses(client: SallyportClient): string[] {
  const wallets = wallet.list(client, 'ethereum')
  const first = wallet.primaryOf(wallets, 'ethereum')
  const others = wallets.filter((each) => each !== first)
  return (first ? [first, ...others] : others).map(({ address }) => address)
}

/** The transaction of a call, on the chain that the asking side has chosen where the transaction names none. */
function onChain({ params, chainId }: Call): Record<string, unknown> {
  // Checked to be an object by `addressOf`.
  const transaction = params[0] as Record<string, unknown>
  return chainId === undefined ? transaction : { chainId, ...transaction }
}

async function performSmart(
  client: SallyportClient,
  given: {
    call: Call
    does: crossAppProvider.CrossAppOperation['does']
    options: ReturnType<typeof optionsFor>
  },
): Promise<string> {
  const { call, does, options } = given
  const wallets = await connectedSmartWallets(client)
  if (wallets === null) throw new RpcError(4200, { message: 'Smart wallets are not set up here' })
  const { chainId, ...transaction } = does.endsWith('transaction')
    ? onChain(call)
    : { chainId: call.chainId }
  const chosen = chainId === undefined ? wallets.client : await wallets.clientFor(Number(chainId))
  const ui = { uiOptions: options }
  // Read by the client, which refuses what is not a call.
  if (does === 'send-transaction') return chosen.sendTransaction(transaction as never, ui)
  if (does === 'sign-transaction') {
    return (await chosen.signTransaction(transaction as never, ui)).data
  }
  const isFirst = wallet.isSameAddress(String(call.params[0]), chosen.account.address)
  const value = call.params[isFirst ? 1 : 0]
  if (does === 'sign-message') return chosen.signMessage({ message: textOf(value) }, ui)
  const typedData = typeof value === 'string' ? JSON.parse(value) : value
  return chosen.signTypedData(typedData, ui)
}

/** @throws RpcError -32602 for bytes that are not text, which the smart wallet's screens do not show. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? ethereum.readable(value) : '0x'
  if (/^0x([0-9a-f]{2})*$/i.test(text)) {
    throw new RpcError(-32602, { message: 'Smart wallets sign texts only' })
  }
  return text
}
