import { RpcError } from '../../errors.js'
import { isSameAddress } from '../../wallet/accounts.js'

/** How old a request may be: it waits in the popup while its user logs in. */
const maxAgeMs = 10 * 60_000
/** How far clocks of two devices may be apart. */
const clockSlackMs = 60_000

/** A call of EIP-1193, on a chain where the asking side has chosen one. */
export interface CrossAppCall {
  method: string
  params: readonly unknown[]
  chainId?: number
}

/** What a call is, for the wallet that makes it. */
export interface CrossAppOperation {
  /** Which wallet of the user makes it. */
  wallet: 'embedded' | 'smart'
  does: 'sign-message' | 'sign-typed-data' | 'sign-transaction' | 'send-transaction'
  /** The method of the wallet's own provider. */
  method: string
}

/** The methods that other apps may call (wire reference §18.4, §18.5). */
const operations: Readonly<Record<string, CrossAppOperation>> = {
  personal_sign: { wallet: 'embedded', does: 'sign-message', method: 'personal_sign' },
  eth_sign: { wallet: 'embedded', does: 'sign-message', method: 'eth_sign' },
  eth_signTypedData_v4: {
    wallet: 'embedded',
    does: 'sign-typed-data',
    method: 'eth_signTypedData_v4',
  },
  eth_signTransaction: {
    wallet: 'embedded',
    does: 'sign-transaction',
    method: 'eth_signTransaction',
  },
  eth_sendTransaction: {
    wallet: 'embedded',
    does: 'send-transaction',
    method: 'eth_sendTransaction',
  },
  privy_signSmartWalletMessage: { wallet: 'smart', does: 'sign-message', method: 'personal_sign' },
  privy_signSmartWalletTypedData: {
    wallet: 'smart',
    does: 'sign-typed-data',
    method: 'eth_signTypedData_v4',
  },
  privy_signSmartWalletTx: {
    wallet: 'smart',
    does: 'sign-transaction',
    method: 'eth_signTransaction',
  },
  privy_sendSmartWalletTx: {
    wallet: 'smart',
    does: 'send-transaction',
    method: 'eth_sendTransaction',
  },
}

/** The operation of a call. @throws RpcError 4200 for a method that other apps may not call. */
export function operationOf({ method }: CrossAppCall): CrossAppOperation {
  const found = Object.hasOwn(operations, method) ? operations[method] : undefined
  if (!found) throw new RpcError(4200, { message: `${method} is not supported` })
  return found
}

/** A call as the wagmi connector sends it. @throws RpcError -32600 */
export function readCall(text: string): CrossAppCall {
  return callOf(parse(text))
}

/**
 * A call as an app sends it, and where its answer goes.
 *
 * @throws RpcError -32600 for anything else, and for one that is older than ten minutes or from the future.
 */
export function readAppRequest(
  text: string,
  nowMs: number,
): { call: CrossAppCall; callbackUrl: string } {
  const { content, timestamp, callbackUrl } = objectOf(parse(text))
  const { request } = objectOf(content)
  const ageMs = nowMs - Number(timestamp)
  if (!(ageMs <= maxAgeMs && ageMs >= -clockSlackMs)) {
    throw new RpcError(-32600, { message: 'The request has expired. Send it again' })
  }
  if (typeof callbackUrl !== 'string') throw unreadable()
  // js-sdk-core 0.55.0 nests it once more than the clients before it.
  const inner = objectOf(request).request
  return { call: callOf(inner ?? request), callbackUrl }
}

/**
 * The wallet that a call is for, of those that it may use: the one that it names, else the first.
 *
 * @throws RpcError 4100 when there is none, or it names another one.
 */
export function addressOf(call: CrossAppCall, allowed: readonly string[]): string {
  const find = (value: unknown) =>
    typeof value === 'string' ? allowed.find((each) => isSameAddress(each, value)) : undefined
  const [first, second] = call.params
  const { does } = operationOf(call)
  if (does.endsWith('transaction')) {
    const { from } = objectOf(first)
    const found = from === undefined || from === null ? allowed[0] : find(from)
    if (found === undefined) throw new RpcError(4100)
    return found
  }
  // Apps write message and signer in both orders, but for the methods whose signer comes first.
  const found = does === 'sign-message' && call.method !== 'eth_sign' ? find(second) : undefined
  const named = found ?? find(first)
  if (named === undefined) throw new RpcError(4100)
  return named
}

function callOf(value: unknown): CrossAppCall {
  const { method, params, chainId } = objectOf(value)
  if (typeof method !== 'string' || !Array.isArray(params)) throw unreadable()
  return { method, params, ...(typeof chainId === 'number' && { chainId }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw unreadable()
  // Just checked.
  return value as Record<string, unknown>
}

const unreadable = () => new RpcError(-32600, { message: 'The request cannot be read' })
