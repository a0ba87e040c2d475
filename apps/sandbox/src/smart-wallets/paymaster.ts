import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  type LocalAccount,
  pad,
  parseAbi,
} from 'viem'
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import type { PaymasterAnswer } from './answers.js'
import {
  type EntryPointVersion,
  entryPoints,
  type LocalClient,
  paymasterAddress,
} from './contracts.js'
import { RpcError } from './rpc-error.js'

/** What the reference paymasters need, with room. */
const verificationGas = 100_000n
/** The largest value of the contract's `validUntil`: an operation stays paid for as long as it is valid otherwise. */
const validUntil = 0xffff_ffff_ffff
const validAfter = 0
/** Of a form that can be recovered, and of no key that is used. */
const stubSignature: Hex = `0xfffffffffffffffffffffffffffffff0${'0'.repeat(32)}7${'a'.repeat(63)}1c`

/** Paymaster, times and signature: the contract's hash covers where the fields after them begin. */
const data06Bytes = 20 + 64 + 65

const hash06 = parseAbi([
  'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function getHash(Operation userOp, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
])
const hash07 = parseAbi([
  'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getHash(Operation userOp, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
])

/** What one wallet gets paid in a minute: a loop in a page does not use up the money of all (SMW). */
const mostPerMinute = 60
const minuteMs = 60_000

/** Counts what is paid for; see `createQuota`. */
interface Quota {
  /** Counts one more operation of a sender. Whether it is still paid for. */
  take(sender: string): boolean
}

/** A quota of operations for each sender and minute. */
export function createQuota(nowMs: () => number): Quota {
  let begun = nowMs()
  const counts = new Map<string, number>()
  return {
    take(sender) {
      if (nowMs() - begun >= minuteMs) {
        counts.clear()
        begun = nowMs()
      }
      const count = (counts.get(sender.toLowerCase()) ?? 0) + 1
      counts.set(sender.toLowerCase(), count)
      return count <= mostPerMinute
    },
  }
}

/** What the paymaster works with. */
export interface PaymasterDeps {
  client: LocalClient
  signer: LocalAccount
  chosen: () => PaymasterAnswer
  quota: Quota
}

/**
 * Answers a call of ERC-7677 (`pm_getPaymasterStubData`, `pm_getPaymasterData`) for the local chain. It pays for every operation,
 * unless `chosen` has it refuse or the sender has had its share of the minute.
 *
 * @throws RpcError for what it does not answer.
 */
export async function answerPaymasterCall(
  deps: PaymasterDeps,
  { method, params }: { method: string; params: readonly unknown[] },
): Promise<Record<string, unknown>> {
  const isStub = method === 'pm_getPaymasterStubData'
  if (!isStub && method !== 'pm_getPaymasterData')
    throw new RpcError(-32601, `The method ${method} does not exist`)
  if (deps.chosen() === 'refuse') throw new RpcError(-32001, 'The policy refuses this operation')
  const [operation, entryPoint, chainId] = params
  const chain = await deps.client.getChainId()
  if (BigInt(String(chainId)) !== BigInt(chain))
    throw new RpcError(-32602, 'This paymaster pays on the local chain only')
  const version = versionOf(entryPoint)
  const wire = operation as WireOperation // read field by field below
  if (!isStub && !deps.quota.take(String(wire?.sender)))
    throw new RpcError(-32001, 'The policy pays for no more operations of this wallet now')
  const paymaster = paymasterAddress(version, deps.signer.address)
  const signature = isStub
    ? stubSignature
    : await sign(deps, { version, paymaster, operation: wire })
  const data = concatHex([
    encodeAbiParameters([{ type: 'uint48' }, { type: 'uint48' }], [validUntil, validAfter]),
    signature,
  ])
  const sponsor = isStub ? { sponsor: { name: 'Sallyport sandbox' }, isFinal: false } : {}
  if (version === '0.6') return { paymasterAndData: concatHex([paymaster, data]), ...sponsor }
  return {
    paymaster,
    paymasterData: data,
    ...(isStub
      ? { paymasterVerificationGasLimit: toHex(verificationGas), paymasterPostOpGasLimit: '0x1' }
      : {}),
    ...sponsor,
  }
}

/** A user operation as it is sent: numbers are hex. */
type WireOperation = Readonly<Record<string, Hex | undefined>>

/* Signs what the paymaster's contract will check. */
async function sign(
  { client, signer }: PaymasterDeps,
  {
    version,
    paymaster,
    operation,
  }: { version: EntryPointVersion; paymaster: Address; operation: WireOperation },
): Promise<Hex> {
  const number = (name: string) => BigInt(operation[name] ?? 0)
  const bytes = (name: string) => operation[name] ?? '0x'
  const common = {
    sender: bytes('sender'),
    nonce: number('nonce'),
    callData: bytes('callData'),
    callGasLimit: number('callGasLimit'),
    verificationGasLimit: number('verificationGasLimit'),
    preVerificationGas: number('preVerificationGas'),
    maxFeePerGas: number('maxFeePerGas'),
    maxPriorityFeePerGas: number('maxPriorityFeePerGas'),
    signature: bytes('signature'),
  }
  if (version === '0.6') {
    const hash = await client.readContract({
      address: paymaster,
      abi: hash06,
      functionName: 'getHash',
      args: [
        {
          ...common,
          initCode: bytes('initCode'),
          paymasterAndData: pad('0x', { size: data06Bytes }),
        },
        validUntil,
        validAfter,
      ],
    })
    return signer.signMessage({ message: { raw: hash } })
  }
  const packed = toPackedUserOperation({
    ...common,
    ...(operation.factory ? { factory: operation.factory, factoryData: bytes('factoryData') } : {}),
    paymaster,
    paymasterVerificationGasLimit: number('paymasterVerificationGasLimit'),
    paymasterPostOpGasLimit: number('paymasterPostOpGasLimit'),
    paymasterData: pad('0x', { size: 1 }),
  } as UserOperation<'0.7'>) // the optional fields are either all there or all absent
  const hash = await client.readContract({
    address: paymaster,
    abi: hash07,
    functionName: 'getHash',
    args: [packed, validUntil, validAfter],
  })
  return signer.signMessage({ message: { raw: hash } })
}

function versionOf(entryPoint: unknown): EntryPointVersion {
  const found = Object.entries(entryPoints).find(
    ([, address]) => address.toLowerCase() === String(entryPoint).toLowerCase(),
  )
  if (!found) throw new RpcError(-32602, 'This paymaster does not know the entry point')
  return found[0] as EntryPointVersion // a key of the record
}

function toHex(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
