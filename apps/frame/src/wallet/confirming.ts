import { isEmbeddedChain, isSameAddressOn, type WalletRoot } from '@sallyport/contract'
import { internalFailure } from '../frame-error.js'
import type { AccountPath } from './root.js'

/**
 * Where the root's confirming address is derived: the server lists it first, and it is the first of its chain.
 *
 * @throws FrameError `error` when the list does not begin with such an address.
 */
export function confirmingPath({ accounts: [first] }: WalletRoot): AccountPath {
  if (!first || !isEmbeddedChain(first.chain_type) || first.wallet_index !== 0) {
    throw internalFailure()
  }
  return { chainType: first.chain_type, walletIndex: 0 }
}

/** Whether `address`, derived at `confirmingPath`, is the root's confirming address. */
export function isConfirming({ accounts: [first] }: WalletRoot, address: string): boolean {
  return first !== undefined && isSameAddressOn(first.chain_type, first.address, address)
}
