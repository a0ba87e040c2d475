import { isSallyportError, type SallyportClient } from '@sallyport/node'
import type { LimitedWallet } from './limited-wallet.js'

/** A payment that a program wants to make. */
export interface Payment {
  to: string
  valueWei: bigint
  /** The program's own name of it: the same one is paid once, however often the program starts again. */
  reference: string
}

/** How a payment ended. */
export type Paid = { hash: string } | { refused: string }

/** Pays from a limited wallet; a refusal of its policy comes back in words. @throws SallyportError for other failures. */
export async function pay(
  client: SallyportClient,
  wallet: LimitedWallet,
  { chainId, payment }: { chainId: number; payment: Payment },
): Promise<Paid> {
  const { to, valueWei, reference } = payment
  try {
    const { hash } = await client
      .wallets()
      .ethereum()
      .sendTransaction(wallet.wallet_id, {
        caip2: `eip155:${chainId}`,
        params: { transaction: { to, value: `0x${valueWei.toString(16)}` } },
        reference_id: reference,
        idempotency_key: reference,
        authorization_context: { authorization_private_keys: [wallet.private_key] },
        // The sandbox's time is moved ahead by its users: a time of this machine may be over there.
        request_expiry: null,
      })
    return { hash }
  } catch (error) {
    if (isSallyportError(error, 'policy_violation')) return { refused: error.message }
    throw error
  }
}

/** Wei as text in ether. */
export function inEther(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '')
}
