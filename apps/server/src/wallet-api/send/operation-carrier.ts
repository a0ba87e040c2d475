import { createHash } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import {
  type AccountCall,
  accountCallData,
  accountContract,
  accountEntryPoint,
} from '@sallyport/contract/wallet-api'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { type Random, randomToken } from '../../ports/random.js'
import { callSigner } from '../call-signer.js'
import { openShare } from '../share.js'
import { isAccountContract, requireAccountContract } from './account-contract.js'
import { askBundler, requireSponsor, type Sponsor } from './bundler.js'
import type { AskedSend, Carrier } from './carrier.js'
import { askNode } from './fill.js'
import { isRecord } from './json.js'
import type { LaneView } from './lane-view.js'
import { type Draft, senderOf } from './send.js'

/** Of the form of a signature, for estimates: of no key that is used. */
const stub = {
  signature: `0xfffffffffffffffffffffffffffffff0${'0'.repeat(32)}7${'a'.repeat(63)}1c`,
  r: `0xfffffffffffffffffffffffffffffff${'0'.repeat(33)}`,
  s: `0x7${'a'.repeat(63)}`,
}

/**
 * Carries a send as an operation of the wallet's address that the app's paymaster pays for (ERC-4337, EIP-7702).
 *
 * @throws ApiError `feature_not_enabled` (400) without a paymaster; `not_supported` on a network without the account contract.
 */
export function operationCarrier(deps: Deps, send: AskedSend): Carrier {
  const { app, row, asked, caip2, signedBy } = send
  if (asked.method !== 'eth_sendTransaction' && asked.method !== 'wallet_sendCalls')
    throw new ApiError('feature_not_enabled', {
      status: 400,
      message: `No paymaster pays for ${asked.method}: send without sponsor`,
    })
  const sponsor = requireSponsor(deps, app, caip2)
  const calls = asked.method === 'wallet_sendCalls' ? asked.params.calls : [callOf(asked.params)]
  const sender = senderOf(row.address ?? '')
  return {
    sponsored: true,
    prepare: (lane) => draftOperation(deps, lane, { caip2, sender, calls, sponsor }),
    sign: async ({ filled }) => {
      const { data, filled: used } = await callSigner(deps, 'signWithWallet', {
        appId: app.id,
        walletId: row.wallet_id,
        apiShare: openShare(deps, row),
        request: signedBy.request,
        ...(filled && { filled: [filled] }),
      })
      return {
        bytes: JSON.stringify(data.signed_operation),
        operationHash: String(data.operation_hash),
        filled: used?.[0],
      }
    },
  }
}

type Params = Extract<AskedSend['asked'], { method: 'eth_sendTransaction' }>['params']

function callOf({ transaction: { to, value, data } }: Params): AccountCall {
  if (to === undefined)
    throw new ApiError('not_supported', { message: 'No paymaster pays for making a contract' })
  return { to, value, data }
}

async function draftOperation(
  deps: Deps,
  lane: LaneView,
  of: {
    caip2: string
    sender: string
    calls: readonly AccountCall[]
    sponsor: Sponsor
  },
): Promise<Draft> {
  const { caip2, sender, calls, sponsor } = of
  await requireAccountContract(deps.broadcast, caip2)
  const node = askNode(deps.broadcast, { caip2, sender, asked: {} })
  const isReady = await isAccountContract(deps.broadcast, { caip2, address: sender })
  const nonce = isReady ? undefined : lane.freeNonce(await node.nonce())
  const chainId = `0x${BigInt(caip2.slice('eip155:'.length)).toString(16)}`
  const operation: Operation = {
    sender,
    nonce: operationNonce(deps.random),
    callData: accountCallData(calls),
    ...(await feesOf(deps, sponsor, node)),
    signature: stub.signature,
    ...(nonce !== undefined && { eip7702Auth: stubAuthorization(chainId, nonce) }),
  }
  const filled = await priced(deps, { ...{ operation, chainId }, sponsor })
  return {
    filled: {
      ...filled,
      ...(nonce !== undefined && { nonce: nonce.toString() }),
    },
    ...(nonce !== undefined && { nonces: { first: nonce, last: nonce } }),
  }
}

/** An operation as bundlers take it; numbers are hex. */
type Operation = Record<string, unknown>

/** Gas and the paymaster's data, in the order of ERC-7677: stub, estimate, data over the whole. */
async function priced(
  deps: Deps,
  { operation, chainId, sponsor }: { operation: Operation; chainId: string; sponsor: Sponsor },
): Promise<FilledTransaction> {
  const { bundlerUrl, paymasterUrl, context } = sponsor
  const pay = async (method: string, of: Operation) =>
    record(
      await askBundler(deps, paymasterUrl, {
        method,
        params: [of, accountEntryPoint, chainId, context],
      }),
    )
  const first = {
    ...noGas,
    ...operation,
    ...paymasterOf(await pay('pm_getPaymasterStubData', operation)),
  }
  const estimate = record(
    await askBundler(deps, bundlerUrl, {
      method: 'eth_estimateUserOperationGas',
      params: [first, accountEntryPoint],
    }),
  )
  const gas = Object.fromEntries(gasFields.map((name) => [name, estimate[name] ?? first[name]]))
  const whole: Operation = { ...first, ...gas }
  const paid = { ...whole, ...paymasterOf(await pay('pm_getPaymasterData', whole)) }
  const decimal = (name: string) => numberIn(paid[name]).toString()
  return {
    operation_nonce: decimal('nonce'),
    call_gas_limit: decimal('callGasLimit'),
    verification_gas_limit: decimal('verificationGasLimit'),
    pre_verification_gas: decimal('preVerificationGas'),
    max_fee_per_gas: decimal('maxFeePerGas'),
    max_priority_fee_per_gas: decimal('maxPriorityFeePerGas'),
    paymaster: String(paid.paymaster),
    paymaster_data: String(paid.paymasterData ?? '0x'),
    paymaster_verification_gas_limit: decimal('paymasterVerificationGasLimit'),
    paymaster_post_op_gas_limit: decimal('paymasterPostOpGasLimit'),
  }
}

const gasFields = [
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const
const noGas = Object.fromEntries(gasFields.map((name) => [name, '0x0']))
const paymasterFields = [
  'paymaster',
  'paymasterData',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
]

/** A paymaster changes nothing but its own fields. */
function paymasterOf(answer: Record<string, unknown>): Operation {
  const own = Object.entries(answer).filter(([name]) => paymasterFields.includes(name))
  return Object.fromEntries(own.filter(([, value]) => value != null))
}

/** Each operation has a key of its own among the nonces of the entry point, so that none waits for another. */
function operationNonce(random: Random): string {
  const key = createHash('sha256').update(randomToken(random)).digest('hex').slice(0, 48)
  return `0x${key}${'0'.repeat(16)}`
}

async function feesOf(
  deps: Deps,
  { bundlerUrl }: Sponsor,
  node: ReturnType<typeof askNode>,
): Promise<Operation> {
  // Bundlers that name their price refuse less.
  const named = await askBundler(deps, bundlerUrl, {
    ...{ method: 'pimlico_getUserOperationGasPrice', params: [] },
  }).catch((error: unknown) => {
    if (error instanceof BroadcastError && !error.isUncertain) return null
    throw error
  })
  const fast = isRecord(named) && isRecord(named.fast) ? named.fast : null
  const [most, tip] = fast
    ? [numberIn(fast.maxFeePerGas), numberIn(fast.maxPriorityFeePerGas)]
    : [2n * (await node.baseFee()) + (await node.tip()), await node.tip()]
  if (most > 10n ** 14n) throw new Error('The bundler asks for an unusual gas price')
  return { maxFeePerGas: hex(most), maxPriorityFeePerGas: hex(tip < most ? tip : most) }
}

function stubAuthorization(chainId: string, nonce: bigint) {
  const { r, s } = stub
  return { address: accountContract, chainId, nonce: hex(nonce), r, s, yParity: '0x1' }
}

/** Hands a signed operation to the app's bundler, however often. @throws BroadcastError */
export async function sendOperation(deps: Deps, row: WalletTransactionRow): Promise<void> {
  const app = await deps.apps.find(row.app_id)
  if (app === undefined) throw new Error('The app of a transaction is gone')
  const { bundlerUrl } = requireSponsor(deps, app, row.caip2)
  const operation: unknown = JSON.parse(row.signed ?? 'null')
  const params = [operation, accountEntryPoint]
  try {
    await askBundler(deps, bundlerUrl, { method: 'eth_sendUserOperation', params })
  } catch (error) {
    if (!(error instanceof BroadcastError) || error.isUncertain) throw error
    // A repeated one: the bundler has it, or it is in a block already.
    const known = { method: 'eth_getUserOperationByHash', params: [row.user_operation_hash] }
    if (!isRecord(await askBundler(deps, bundlerUrl, known))) throw error
  }
}

const hex = (value: bigint) => `0x${value.toString(16)}`

function record(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value
  throw new Error('The bundler or paymaster answered something else')
}

function numberIn(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new Error('The bundler or paymaster did not answer with a number')
}
