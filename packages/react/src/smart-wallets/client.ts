import {
  type Chain,
  type ethereum,
  type OperationCall,
  type RequestStep,
  type RequestUiOptions,
  RpcError,
  type SallyportClient,
  smartWallet,
} from '@sallyport/core'
import type {
  NamedPaymaster,
  PreparedOperation,
  SignedOperation,
  SmartWalletConnection,
} from '@sallyport/smart-wallets'

type Hex = `0x${string}`

/** What a request of a smart wallet may be told. */
export interface SmartWalletRequestOptions {
  uiOptions?: RequestUiOptions
}

/** One call, or several in one operation. */
export type SmartWalletTransaction = OperationCall | { calls: readonly OperationCall[] }

/** EIP-712 data. */
export interface SmartWalletTypedData {
  domain?: Record<string, unknown>
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** The user's smart wallet on one chain: viem's client of a smart account, whose requests the user approves. */
export type SmartWalletClient = Omit<
  SmartWalletConnection['bundler'],
  'sendTransaction' | 'signMessage' | 'signTypedData'
> & {
  /**
   * Sends the calls as one operation; resolves with the hash of the transaction that includes it.
   *
   * @throws RpcError 4001 when the user declines; SmartWalletError; an error of viem when bundler or paymaster refuse.
   */
  sendTransaction(
    transaction: SmartWalletTransaction,
    options?: SmartWalletRequestOptions,
  ): Promise<Hex>
  /**
   * Signs the calls as one operation and sends nothing: the answer is what a bundler's `eth_sendUserOperation` takes.
   *
   * @throws as `sendTransaction`.
   */
  signTransaction(
    transaction: SmartWalletTransaction,
    options?: SmartWalletRequestOptions,
  ): Promise<SignedOperation>
  /** Signs a text or, as `raw`, bytes; valid by ERC-1271, and by ERC-6492 before the wallet is deployed. */
  signMessage(
    input: { message: string | { raw: Hex } },
    options?: SmartWalletRequestOptions,
  ): Promise<Hex>
  /** Signs typed data, as `signMessage`. */
  signTypedData(typedData: SmartWalletTypedData, options?: SmartWalletRequestOptions): Promise<Hex>
  /** Moves the client of `useSmartWallets` to another configured chain. */
  switchChain(input: { id: number }): Promise<void>
  /**
   * The smart wallet as an EIP-1193 provider for other libraries: its requests are approved like those of this client, and it
   * sends batches of calls as one operation (EIP-5792). The same object on every chain.
   */
  getEthereumProvider(): Promise<SmartWalletProvider>
}

/** The EIP-1193 provider of a smart wallet. */
export interface SmartWalletProvider {
  /** The smart wallet's. */
  readonly address: string
  request: ethereum.EthereumProvider['request']
  on: OfEvents
  removeListener: OfEvents
}

type OfEvents = <E extends keyof ethereum.EthereumEvents>(
  event: E,
  listener: (value: ethereum.EthereumEvents[E]) => void,
) => SmartWalletProvider

type Library = typeof import('./library.js')

export interface Connected {
  client: SallyportClient
  library: Library
  connection: SmartWalletConnection
  /** The embedded wallet that owns it. */
  owner: string
}

/** The client of a connected smart wallet. */
export function createSmartWalletClient(
  input: Connected & {
    switchChain: (id: number) => Promise<void>
    getEthereumProvider: () => Promise<SmartWalletProvider>
  },
): SmartWalletClient {
  const { client, connection, owner, switchChain, getEthereumProvider } = input
  const { account } = connection
  const { address } = account
  return {
    ...connection.bundler,
    sendTransaction: asking(input, 'send-operation', (prepared) => send(input, prepared)),
    signTransaction: asking(input, 'sign-operation', (prepared) =>
      import('./sign-only.js').then((code) => code.signOperationOnly(connection, prepared)),
    ),
    signMessage: ({ message }, { uiOptions: ui = {} } = {}) =>
      smartWallet.confirm<Hex>(client, {
        request: {
          ...{ kind: 'sign-message', chainType: 'ethereum', address, owner },
          message: typeof message === 'string' ? message : message.raw,
        },
        ui,
        run: () => account.signMessage({ message }),
      }),
    signTypedData: (typedData, { uiOptions: ui = {} } = {}) => {
      const { domain = {}, types, primaryType, message } = typedData
      const shown = { domain, types: types as never, primaryType, message } // read only: the screen changes none
      const chainId = connection.chain.id
      return smartWallet.confirm<Hex>(client, {
        request: { kind: 'sign-typed-data', address, owner, chainId, typedData: shown },
        ui,
        run: () => account.signTypedData(typedData as never), // viem's own type is generic over the data
      })
    },
    switchChain: ({ id }) => switchChain(id),
    getEthereumProvider,
  }
}

/**
 * A function that asks the user to approve calls, prepares them as one operation, and does with it what was asked for.
 *
 * @param paymaster  In place of the one that the app has set for the chain.
 */
export function asking<T>(
  { client, library, connection, owner }: Connected,
  kind: 'sign-operation' | 'send-operation',
  perform: (prepared: PreparedOperation, report: (step: RequestStep) => void) => Promise<T>,
  paymaster?: NamedPaymaster,
) {
  const { account, chain } = connection
  return (
    transaction: SmartWalletTransaction,
    { uiOptions: ui = {} }: SmartWalletRequestOptions = {},
  ): Promise<T> => {
    const calls = callsOf(transaction)
    let shown: PreparedOperation | null = null
    return smartWallet.confirm<T>(client, {
      request: {
        kind,
        address: account.address,
        owner,
        chain: chain as Chain, // viem's chain has what ours has
        calls,
        async quote() {
          const [prepared, balanceWei] = await Promise.all([
            library.prepareOperation(connection, calls, paymaster),
            library.readBalance(connection),
          ])
          shown = prepared
          const { maxCostWei, isSponsored } = prepared
          return { maxCostWei, isSponsored, balanceWei, likelyFails: false }
        },
      },
      ui,
      async run(report) {
        report({ step: 'signing' })
        const prepared = await library.prepareOperation(connection, calls, paymaster)
        requireNoWorse(prepared, shown)
        return perform(prepared, report)
      },
    })
  }
}

async function send({ library, connection }: Connected, prepared: PreparedOperation): Promise<Hex> {
  const hash = await library.sendOperation(connection, prepared)
  const outcome = await library.waitForOperation(connection, { ...prepared, hash })
  const { kind, transactionHash } = outcome
  // The same calls at another price are what was approved.
  if (kind !== 'included' && kind !== 'repriced')
    throw new RpcError(-32000, { message: `The operation was ${kind} by ${transactionHash}` })
  return transactionHash
}

/**
 * What the user saw holds: the app still pays where it said so, and the fee is at most twice the one that was shown.
 *
 * @throws RpcError -32000
 */
function requireNoWorse(prepared: PreparedOperation, shown: PreparedOperation | null): void {
  if (shown === null) return
  const isDearer = !prepared.isSponsored && prepared.maxCostWei > 2n * shown.maxCostWei
  if (isDearer || (shown.isSponsored && !prepared.isSponsored))
    throw new RpcError(-32000, { message: 'The fee has changed. Review the request again' })
}

function callsOf(transaction: SmartWalletTransaction): readonly OperationCall[] {
  const calls = 'calls' in transaction ? transaction.calls : [transaction]
  if (calls.length === 0) throw new RpcError(-32602, { message: 'There is no call to send' })
  // Read once: a screen shows exactly what is signed.
  return calls.map(({ to, data, value }) => ({
    to,
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value: BigInt(value) }),
  }))
}
