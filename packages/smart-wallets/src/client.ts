import { createSmartAccountClient, type SmartAccountClient } from 'permissionless'
import {
  type Chain,
  type Client,
  createClient,
  http,
  type LocalAccount,
  type Transport,
} from 'viem'
import { createPaymasterClient, type SmartAccount } from 'viem/account-abstraction'
import { estimateFeesPerGas } from 'viem/actions'
import type { OwnerOperation } from './accounts/account.js'
import { loadAccount } from './accounts/accounts.js'
import { addFeeBuffer, checkFees, priceMethodOf, readBundlerPrice } from './gas.js'
import type { SmartWalletNetwork } from './network.js'

/** What a client of one chain is made of. */
interface ClientInput {
  type: string
  version?: string | undefined
  chain: Chain
  network: SmartWalletNetwork
  owner: LocalAccount
  signOperation?: ((operation: OwnerOperation) => Promise<`0x${string}`>) | undefined
  /** How often a receipt is asked for, in milliseconds. */
  pollingInterval?: number | undefined
}

/** viem's client of a smart account: operations, signatures, and the bundler's methods. */
export type Bundler = SmartAccountClient<Transport, Chain, SmartAccount, Node>

/** viem's client of a chain's node without its actions: pages load those that are used. */
export type Node = Client<Transport, Chain>

/** The smart wallet on one chain, with its bundler and the chain's node. */
export interface SmartWalletConnection {
  account: SmartAccount
  chain: Chain
  network: SmartWalletNetwork
  /** Reads the chain. */
  node: Node
  bundler: Bundler
}

/**
 * Connects the smart wallet that `owner` owns on a chain. Nothing is sent: the address is computed, and the contract is deployed
 * by the first operation.
 *
 * @throws SmartWalletError `invalid_smart_account_type`, `invalid_version`; an error of viem when the node does not answer.
 */
export async function connectSmartWallet(input: ClientInput): Promise<SmartWalletConnection> {
  const { type, version, chain, network, owner, signOperation } = input
  const { pollingInterval = 1000 } = input
  const node = createClient({ chain, transport: http(network.rpcUrl), pollingInterval })
  const toAccount = await loadAccount(type)
  const account = await toAccount({ client: node, owner, version, signOperation })
  const bundler = createBundler({ account, chain, network, node, pollingInterval })
  return { account, chain, network, node, bundler }
}

function createBundler({
  account,
  chain,
  network,
  node,
  pollingInterval,
}: {
  account: SmartAccount
  chain: Chain
  network: SmartWalletNetwork
  node: Node
  pollingInterval: number
}): Bundler {
  const { bundlerUrl, paymasterUrl, paymasterContext } = network
  const priceMethod = priceMethodOf(bundlerUrl)
  return createSmartAccountClient<Transport, Chain, SmartAccount, Node>({
    account,
    chain,
    client: node,
    bundlerTransport: http(bundlerUrl),
    pollingInterval,
    ...(paymasterUrl !== undefined && {
      paymaster: createPaymasterClient({ transport: http(paymasterUrl) }),
      paymasterContext: { ...paymasterContext },
    }),
    userOperation: {
      async estimateFeesPerGas({ bundlerClient }) {
        if (priceMethod !== null)
          return checkFees(await readBundlerPrice(bundlerClient, priceMethod))
        return checkFees(addFeeBuffer(await estimateFeesPerGas(node), bundlerUrl))
      },
    },
  })
}
