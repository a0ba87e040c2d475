import { ClientError } from '@sallyport/core'
import { isListed } from './chain/listed-tokens.js'
import { type Demand, type Requirement, readDemand, writePayment } from './x402-messages.js'

/** How a page pays for what it fetches. */
export interface PaymentOptions {
  /** The wallet that pays: one of the user's embedded Ethereum wallets. */
  walletAddress: string
  /** Default: the page's own. */
  fetch?: typeof globalThis.fetch
  /**
   * The most that one request may cost, in the token's smallest unit. Default: 0.1 USDC; other tokens are paid only where it is given.
   */
  maxValue?: bigint
}

type TypedData = ReturnType<typeof transferOf>

/** 0.1 USDC. */
const mostByDefault = 100_000n

/**
 * Sends a request; where the server answers 402 with a price that can be paid, sends it once more with a signed payment. Every other
 * answer is given as it is, also a second 402.
 *
 * @throws ClientError `not_supported` when the server takes no payment that this wallet can make, `insufficient_balance` when it asks
 *   for more than `maxValue`; what the signature was refused with.
 */
export async function fetchWithPayment(
  {
    walletAddress,
    fetch = (input, init) => globalThis.fetch(input, init),
    maxValue,
    sign,
  }: PaymentOptions & { sign(typedData: TypedData): Promise<string> },
  request: Request,
): Promise<Response> {
  // The body of a request can be read once.
  const again = request.clone()
  const answer = await fetch(request)
  if (answer.status !== 402) return answer
  const demand = await readDemand(answer)
  const { requirement, domain } = choose(demand)
  const most = maxValue ?? (isUsdc(requirement) ? mostByDefault : 0n)
  if (BigInt(requirement.amount) > most) {
    const message = `The payment of ${requirement.amount} is more than maxValue, ${most}`
    throw new ClientError('insufficient_balance', { message })
  }
  const typedData = transferOf(requirement, { domain, from: walletAddress, nowMs: Date.now() })
  const payment = { signature: await sign(typedData), authorization: typedData.message }
  const [name, value] = writePayment({ demand, requirement, payment })
  again.headers.set(name, value)
  return fetch(again)
}

/** The first way to pay that a wallet can sign: a transfer by authorization (EIP-3009) of a token that names its domain. */
function choose({ accepts }: Demand) {
  for (const requirement of accepts) {
    const { name, version } = requirement.extra
    if (requirement.scheme !== 'exact' || requirement.chainId === null) continue
    if (typeof name !== 'string' || typeof version !== 'string') continue
    return { requirement, domain: { name, version, chainId: requirement.chainId } }
  }
  const message = 'The server takes no payment that an Ethereum wallet can sign'
  throw new ClientError('not_supported', { message })
}

function isUsdc({ chainId, asset }: Requirement): boolean {
  return isListed(`eip155:${chainId}`, { token: asset, symbol: 'USDC' })
}

/** The authorization of EIP-3009: valid from ten minutes ago, since clocks differ, until the server's time for it is over. */
function transferOf(
  { asset, payTo, amount, maxTimeoutSeconds }: Requirement,
  {
    domain,
    from,
    nowMs,
  }: { domain: { name: string; version: string; chainId: number }; from: string; nowMs: number },
) {
  const now = Math.floor(nowMs / 1000)
  const nonce = crypto.getRandomValues(new Uint8Array(32))
  const field = (name: string, type: string) => ({ name, type })
  return {
    domain: { ...domain, verifyingContract: asset },
    types: {
      EIP712Domain: [
        field('name', 'string'),
        field('version', 'string'),
        field('chainId', 'uint256'),
        field('verifyingContract', 'address'),
      ],
      TransferWithAuthorization: [
        field('from', 'address'),
        field('to', 'address'),
        field('value', 'uint256'),
        field('validAfter', 'uint256'),
        field('validBefore', 'uint256'),
        field('nonce', 'bytes32'),
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to: payTo,
      value: amount,
      validAfter: String(now - 600),
      validBefore: String(now + maxTimeoutSeconds),
      nonce: `0x${Array.from(nonce, (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    },
  }
}
