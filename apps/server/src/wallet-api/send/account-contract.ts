import { ApiError } from '@sallyport/contract'
import { accountCode, accountContract } from '@sallyport/contract/wallet-api'
import type { Broadcast } from '../../ports/broadcast.js'

/**
 * Refuses a network that does not have the account contract: calls to an address without code do nothing, and succeed.
 *
 * @throws ApiError `not_supported`.
 */
export async function requireAccountContract(broadcast: Broadcast, caip2: string): Promise<void> {
  if ((await codeAt(broadcast, { caip2, address: accountContract })) !== '0x') return
  throw new ApiError('not_supported', {
    message: `${caip2} does not have the account contract ${accountContract}: make one call at a time`,
  })
}

/**
 * Whether a wallet's address is the account contract already.
 *
 * @throws ApiError `not_supported` when it is another contract.
 */
export async function isAccountContract(
  broadcast: Broadcast,
  { caip2, address }: { caip2: string; address: string },
): Promise<boolean> {
  const code = await codeAt(broadcast, { caip2, address })
  if (code === '0x') return false
  if (code.toLowerCase() === accountCode) return true
  throw new ApiError('not_supported', {
    message: 'The wallet’s address is another contract: no paymaster pays for it',
  })
}

async function codeAt(
  broadcast: Broadcast,
  { caip2, address }: { caip2: string; address: string },
): Promise<string> {
  const params = [address, 'latest']
  const code = await broadcast.ask({ caip2, method: 'eth_getCode', params })
  return typeof code === 'string' ? code : '0x'
}
