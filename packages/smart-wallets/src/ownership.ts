import type { SmartWalletType } from '@sallyport/contract'
import {
  type Address,
  createPublicClient,
  defineChain,
  type Hex,
  http,
  isAddressEqual,
  parseAbi,
} from 'viem'
import { toAccount } from 'viem/accounts'
import { loadAccount, supportedVersions } from './accounts/accounts.js'

/** A smart wallet as an app names it, and the embedded wallet that should own it. */
export interface OwnershipQuestion {
  type: SmartWalletType
  /** Every supported version is tried without it. */
  version?: string | undefined
  address: Address
  owner: Address
}

/** The chain that is asked. */
export interface OwnershipNode {
  chainId: number
  rpcUrl: string
  /** How long one answer may take. */
  timeoutMs: number
}

const abi = parseAbi([
  'function isOwner(address owner) view returns (bool)',
  'function isOwnerAddress(address owner) view returns (bool)',
  'function owner() view returns (address)',
  'function getOwner(address account) view returns (address)',
  'function ecdsaValidatorStorage(address account) view returns (address)',
])
const kernelValidator = '0x845ADb2C711129d4f3966735eD98a9F09fC4cE57'
const biconomyModule = '0x0000001c5b32F37F5beA87BDD5374eB2aC54eA8e'

type Node = ReturnType<typeof connect>
type ReadOwner = (node: Node, input: { address: Address; owner: Address }) => Promise<boolean>

/** How each kind's deployed contract says who owns it. */
const ownerReaders = {
  safe: (node, { address, owner }) =>
    node.readContract({ address, abi, functionName: 'isOwner', args: [owner] }),
  kernel: async (node, { address, owner }) =>
    isAddressEqual(
      owner,
      await node.readContract({
        address: kernelValidator,
        abi,
        functionName: 'ecdsaValidatorStorage',
        args: [address],
      }),
    ),
  biconomy: async (node, { address, owner }) =>
    isAddressEqual(
      owner,
      await node.readContract({
        address: biconomyModule,
        abi,
        functionName: 'getOwner',
        args: [address],
      }),
    ),
  light_account: async (node, { address, owner }) =>
    isAddressEqual(owner, await node.readContract({ address, abi, functionName: 'owner' })),
  coinbase_smart_wallet: (node, { address, owner }) =>
    node.readContract({ address, abi, functionName: 'isOwnerAddress', args: [owner] }),
} as const satisfies Record<SmartWalletType, ReadOwner>

/**
 * Whether the smart wallet at an address belongs to `owner`. Its address must be the one that the kind's factory computes for the
 * owner: what a contract of unknown code says about itself proves nothing. A deployed one must also still name the owner.
 *
 * @param question  Addresses with their checksum.
 * @throws an error of viem when the node does not answer.
 */
export async function isOwnedBy(
  at: OwnershipNode,
  { type, version, address, owner }: OwnershipQuestion,
): Promise<boolean> {
  const node = connect(at)
  const make = await loadAccount(type)
  const versions = supportedVersions(type).filter(
    (each) => version === undefined || each === version,
  )
  const accounts = await Promise.all(
    versions.map((each) => make({ client: node, owner: silentOwner(owner), version: each })),
  )
  if (!accounts.some((account) => isAddressEqual(account.address, address))) return false
  const code = await node.getCode({ address })
  return code === undefined || ownerReaders[type](node, { address, owner })
}

function connect({ chainId, rpcUrl, timeoutMs }: OwnershipNode) {
  const chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const options = {
    timeout: timeoutMs,
    retryCount: 0,
    fetchOptions: { redirect: 'error' },
  } as const
  return createPublicClient({ chain, transport: http(rpcUrl, options) })
}

/* Only its address is used. */
function silentOwner(address: Address) {
  const refuse = async (): Promise<Hex> => {
    throw new Error('This owner signs nothing')
  }
  return toAccount({ address, signMessage: refuse, signTransaction: refuse, signTypedData: refuse })
}
