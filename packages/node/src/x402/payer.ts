import type { AuthorizationContext } from '../authorization/context.js'
import type { SallyportClient } from '../client.js'
import type { WireTypedData } from '../programs/wallet.js'

/** What pays: a wallet that a user lets a program act with (`ProgramWallet`), or a server wallet (`payerOf`). */
export interface Payer {
  readonly address: string
  signTypedData(typed_data: WireTypedData): Promise<string>
}

/** A server wallet on Ethereum, and who signs its requests. */
export interface ServerWallet {
  wallet_id: string
  address: string
  authorization_context?: AuthorizationContext | undefined
}

/** A server wallet that pays within its policy: a rule on `token_transfer` sees each payment as a transfer of the coin. */
export function payerOf(
  client: Pick<SallyportClient, 'wallets'>,
  { wallet_id, address, authorization_context }: ServerWallet,
): Payer {
  return {
    address,
    signTypedData: async (typed_data) => {
      // The server reads it strictly.
      const params = { typed_data } as never
      const asked = { authorization_context, params }
      return (await client.wallets().ethereum().signTypedData(wallet_id, asked)).signature
    },
  }
}

/** A way to pay that a server accepts (x402 v2, `PaymentRequirements`). */
export interface PaymentOffer {
  scheme: string
  /** CAIP-2. */
  network: string
  /** In the smallest unit. */
  amount: string
  /** The token's contract. */
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra?: Record<string, unknown>
}

/** The transfer that its recipient sends (EIP-3009), as the server is told. */
interface PaymentAuthorization {
  from: string
  to: string
  value: string
  validAfter: string
  validBefore: string
  nonce: string
}

/** How far the server’s clock may be behind. */
const clockSlackSeconds = 600
/** A payment that is good for longer could be kept back. */
const longestSeconds = 600

/** Signs a payment of an offer. @throws SallyportError `policy_violation` where the wallet may not. */
export async function signPayment(
  payer: Payer,
  { offer, nowMs }: { offer: PaymentOffer; nowMs: number },
): Promise<{ signature: string; authorization: PaymentAuthorization }> {
  const nowSeconds = Math.floor(nowMs / 1000)
  const authorization = {
    from: payer.address,
    to: offer.payTo,
    value: offer.amount,
    validAfter: String(nowSeconds - clockSlackSeconds),
    validBefore: String(nowSeconds + Math.min(offer.maxTimeoutSeconds, longestSeconds)),
    nonce: newNonce(),
  }
  const { name, version } = offer.extra ?? {}
  const signature = await payer.signTypedData({
    domain: {
      ...{ name, version },
      chainId: Number(offer.network.slice('eip155:'.length)),
      verifyingContract: offer.asset,
    },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primary_type: 'TransferWithAuthorization',
    message: { ...authorization },
  })
  return { signature, authorization }
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
