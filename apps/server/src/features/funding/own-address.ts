import { ApiError } from '@sallyport/contract'
import type { AccountRecord } from '../../identity/user.js'

/**
 * Money is bought for the caller's own wallets only (ruling 24).
 *
 * @throws ApiError `invalid_data` for an address that is not one of a wallet of the user.
 */
export function requireOwnAddress(accounts: readonly AccountRecord[], address: string): void {
  const wallets = accounts.filter(({ type }) => type === 'wallet' || type === 'smart_wallet')
  const isOwn = wallets.some(({ data }) => isSame(data.address, address))
  if (isOwn) return
  throw new ApiError('invalid_data', { message: 'The address must be one of the user’s wallets' })
}

/** Upper and lower case of an Ethereum address differ by the checksum only (EIP-55); other addresses are compared as they are. */
function isSame(own: unknown, address: string): boolean {
  if (typeof own !== 'string') return false
  return address.startsWith('0x') ? own.toLowerCase() === address.toLowerCase() : own === address
}
