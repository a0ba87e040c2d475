import { readFileSync } from 'node:fs'
import {
  type Address,
  type Chain,
  concatHex,
  createTestClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  parseAbi,
  parseEther,
  publicActions,
  type TestClient,
  type WalletActions,
  walletActions,
  zeroHash,
} from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
} from 'viem/account-abstraction'
import { evmChainId } from '../launch/anvil.js'

/** The contracts' data: where it comes from stands in the file. */
interface ContractData {
  factories: { name: string; address: Address; code: Hex }[]
  calls: { name: string; to: Address; data: Hex }[]
  /** Creation code of what stands at an address that another deployer has on public chains. */
  placed: { name: string; address: Address; creation: Hex }[]
  paymasters: Record<DeployedVersion, Hex>
}

/** The entry points that smart wallets use (specification §9). */
export const entryPoints = {
  '0.6': entryPoint06Address,
  '0.7': entryPoint07Address,
  '0.8': entryPoint08Address,
} as const
export type EntryPointVersion = keyof typeof entryPoints
/** Those whose paymaster is deployed as it was written. */
type DeployedVersion = Exclude<EntryPointVersion, '0.8'>
/** Where the paymaster of entry point 0.8 is: the one of 0.7 with another entry point. */
const paymaster08: Address = '0x5A11970000000000000000000000000000000008'
const deployedVersions = ['0.6', '0.7'] as const satisfies readonly DeployedVersion[]

/** Deploys by `CREATE2`; on every chain at the same address, and on anvil from its first block. */
const deterministicDeployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** Approves the factories of Kernel 0.3.1, which its public deployment does by a separate transaction. */
const kernelMetaFactory: Address = '0xd703aaE79538628d27099B8c4f621bE4CCd142d5'
const kernelFactory: Address = '0xaac5D4240AF87249B3f71BC8E4A2cae074A3E419'
const kernelAbi = parseAbi([
  'function owner() view returns (address)',
  'function approveFactory(address factory, bool approval) payable',
])
const entryPointAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function depositTo(address account) payable',
])

const deposit = parseEther('100')
/** The largest of the contracts needs 5.4 million. */
const gas = 15_000_000n
const receiptMs = 60_000

/** A client of the local Ethereum chain, with the node's own methods. */
export type LocalClient = TestClient<'anvil', HttpTransport, Chain> &
  PublicActions<HttpTransport, Chain> &
  WalletActions<Chain>

/* Not viem's own record of it: 'viem/chains' loads those of all chains, which takes most of a second. */
const localChain = (rpcUrl: string) =>
  defineChain({
    id: evmChainId,
    name: 'Local Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    // While viem looks for a replacement it misses new blocks, and after the block of the transaction there may be no other.
    supportsTransactionReplacementDetection: false,
  })

/** Creates the client that the parts of smart wallets share. */
export function createLocalClient(rpcUrl: string): LocalClient {
  return createTestClient({
    chain: localChain(rpcUrl),
    mode: 'anvil',
    transport: http(rpcUrl),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
}

/** The address of the paymaster of an entry point that takes what `signer` has signed. */
export function paymasterAddress(version: EntryPointVersion, signer: Address): Address {
  if (version === '0.8') return paymaster08
  return getContractAddress({
    opcode: 'CREATE2',
    from: deterministicDeployer,
    salt: zeroHash,
    bytecode: paymasterCode(version, signer),
  })
}

/**
 * Deploys what is missing on the local chain of: the entry points, the factories and implementations of the five smart wallets at
 * the addresses of public chains, and a paymaster for each entry point, whose money it refills.
 */
export async function deployContracts(client: LocalClient, signer: Address): Promise<void> {
  const [from] = await client.getAddresses()
  if (from === undefined) throw new Error('The local Ethereum chain has no account of its own')
  // One after another: the calls of one account are ordered by its nonce.
  const send = async (call: { to: Address; data: Hex; value?: bigint }) => {
    const hash = await client.sendTransaction({ account: from, gas, ...call })
    await client.waitForTransactionReceipt({ hash, timeout: receiptMs })
  }
  const versions = Object.keys(entryPoints) as EntryPointVersion[] // the record's own keys
  // The last one that is deployed.
  const isDeployed = await client.getCode({ address: paymasterAddress('0.7', signer) })
  if (isDeployed === undefined) {
    const { factories, calls } = readData()
    for (const { address, code } of factories) await client.setCode({ address, bytecode: code })
    for (const { to, data } of calls) await send({ to, data })
    await approveKernel(client)
    for (const version of deployedVersions) {
      const data = concatHex([zeroHash, paymasterCode(version, signer)])
      await send({ to: deterministicDeployer, data })
    }
  }
  // Chains of before have all but these.
  if ((await client.getCode({ address: paymaster08 })) === undefined)
    await placeContracts(client, { from, signer })
  for (const version of versions) {
    if ((await readDeposit(client, { version, signer })) >= deposit / 2n) continue
    const data = encodeFunctionData({
      abi: entryPointAbi,
      functionName: 'depositTo',
      args: [paymasterAddress(version, signer)],
    })
    await send({ to: entryPoints[version], data, value: deposit })
  }
}

/** Creates contracts, and copies their code to where they are on public chains. */
async function placeContracts(
  client: LocalClient,
  { from, signer }: { from: Address; signer: Address },
): Promise<void> {
  for (const { name, address, creation } of readData().placed) {
    const hash = await client.sendTransaction({ account: from, gas, data: creation })
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: receiptMs })
    const created = receipt.contractAddress
    const bytecode = created ? await client.getCode({ address: created }) : undefined
    if (bytecode === undefined) throw new Error(`${name} was not created`)
    await client.setCode({ address, bytecode })
  }
  const code = (await client.getCode({ address: paymasterAddress('0.7', signer) })) ?? '0x'
  const bare = (address: Address) => address.slice(2).toLowerCase()
  const bytecode = code.replaceAll(bare(entryPoints['0.7']), bare(entryPoints['0.8'])) as Hex // Hex stays hex.
  await client.setCode({ address: paymaster08, bytecode })
}

/** The paymaster's money at its entry point, in wei. */
function readDeposit(
  client: LocalClient,
  { version, signer }: { version: EntryPointVersion; signer: Address },
): Promise<bigint> {
  return client.readContract({
    address: entryPoints[version],
    abi: entryPointAbi,
    functionName: 'balanceOf',
    args: [paymasterAddress(version, signer)],
  })
}

async function approveKernel(client: LocalClient): Promise<void> {
  const owner = await client.readContract({
    address: kernelMetaFactory,
    abi: kernelAbi,
    functionName: 'owner',
  })
  await client.impersonateAccount({ address: owner })
  await client.setBalance({ address: owner, value: parseEther('1') })
  const hash = await client.sendTransaction({
    account: owner,
    to: kernelMetaFactory,
    data: encodeFunctionData({
      abi: kernelAbi,
      functionName: 'approveFactory',
      args: [kernelFactory, true],
    }),
  })
  await client.waitForTransactionReceipt({ hash, timeout: receiptMs })
  await client.stopImpersonatingAccount({ address: owner })
}

function paymasterCode(version: DeployedVersion, signer: Address): Hex {
  const parameters = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }],
    [entryPoints[version], signer],
  )
  return concatHex([readData().paymasters[version], parameters])
}

let data: ContractData | undefined
function readData(): ContractData {
  // Next to `dist` and `src`, in the folder that both reach by the same path.
  const file = new URL('../../data/smart-wallet-contracts.json', import.meta.url)
  data ??= JSON.parse(readFileSync(file, 'utf8')) as ContractData // a file of this repository
  return data
}
