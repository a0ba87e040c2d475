import { decodeFunctionData, type Hex, isAddressEqual, parseAbi, parseEventLogs } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import { getBlockNumber, getLogs, getTransaction, readContract } from 'viem/actions'
import type { SmartWalletConnection } from './client.js'

/** Another operation that took the nonce of an awaited one. */
export interface Replacement {
  /** Whether it made the same calls at another price, none, or others. */
  kind: 'repriced' | 'cancelled' | 'replaced'
  transactionHash: Hex
  /** Whether its calls succeeded. */
  success: boolean
}

const events = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'function getNonce(address sender, uint192 key) view returns (uint256 nonce)',
])
/** How a bundle of operations is written as a call of each version's entry point. */
export const bundles = {
  '0.6': parseAbi([
    'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
    'function handleOps(Operation[] ops, address beneficiary)',
  ]),
  '0.7': parseAbi([
    'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
    'function handleOps(Operation[] ops, address beneficiary)',
  ]),
}
/** Blocks that are searched for the operation that took a nonce. */
const searchedBlocks = 1_000n

/** The operation that took the nonce of the one with `hash`; null while none has, or when it is that one itself. */
export async function findReplacement(
  { node, account }: SmartWalletConnection,
  { hash, operation }: { hash: Hex; operation: UserOperation },
): Promise<Replacement | null> {
  const next = await readContract(node, {
    address: account.entryPoint.address,
    abi: events,
    functionName: 'getNonce',
    args: [account.address, operation.nonce >> 64n],
  })
  if (next <= operation.nonce) return null
  const latest = await getBlockNumber(node)
  const logs = await getLogs(node, {
    address: account.entryPoint.address,
    event: events[0],
    args: { sender: account.address },
    fromBlock: latest > searchedBlocks ? latest - searchedBlocks : 0n,
  })
  const taken = parseEventLogs({ abi: events, logs }).find(
    ({ args }) => args.nonce === operation.nonce,
  )
  // Its own, whose receipt the bundler will have in a moment.
  if (!taken || taken.args.userOpHash === hash) return null
  const { transactionHash } = taken
  const { input } = await getTransaction(node, { hash: transactionHash })
  const callData = callDataIn(input, { account, nonce: operation.nonce })
  const kind = await kindOf(callData, { account, wanted: operation.callData })
  return { kind, transactionHash, success: taken.args.success }
}

type Account = SmartWalletConnection['account']

async function kindOf(
  callData: Hex | null,
  { account, wanted }: { account: Account; wanted: Hex },
): Promise<Replacement['kind']> {
  if (callData === null) return 'replaced'
  if (callData === wanted) return 'repriced'
  return (await doesNothing(callData, account)) ? 'cancelled' : 'replaced'
}

/* The call data of the account's operation in a bundle; null when the bundle was made in another way, such as by a contract. */
function callDataIn(
  input: Hex,
  { account, nonce }: { account: Account; nonce: bigint },
): Hex | null {
  const abi = bundles[account.entryPoint.version === '0.6' ? '0.6' : '0.7']
  try {
    const [operations] = decodeFunctionData({ abi, data: input }).args
    const found = (operations as readonly { sender: Hex; nonce: bigint; callData: Hex }[]).find(
      (each) => isAddressEqual(each.sender, account.address) && each.nonce === nonce,
    )
    return found?.callData ?? null
  } catch {
    return null
  }
}

/* Whether nothing is called but the account itself, without money or data: how a nonce is used up. */
async function doesNothing(callData: Hex, account: Account): Promise<boolean> {
  if (callData === '0x') return true
  const calls = await account.decodeCalls?.(callData).catch(() => undefined)
  return (
    calls?.every(
      ({ to, value = 0n, data = '0x' }) =>
        isAddressEqual(to, account.address) && value === 0n && data === '0x',
    ) ?? false
  )
}
