import { ApiError } from '@sallyport/contract'
import { checksumAddress, type Hex } from '@sallyport/crypto/chains/ethereum'
import type { OwnershipQuestion } from '@sallyport/smart-wallets'
import type { Deps } from '../../deps.js'
import { isOwnWallet } from '../../identity/account-types.js'
import { readRecord } from '../../identity/link.js'
import type { AccountRecord } from '../../identity/user.js'
import { refusedSignature } from '../../identity/wallet-proof.js'

/**
 * The embedded wallet of the user that owns the smart wallet.
 *
 * @throws ApiError `invalid_credentials` when none does; `invalid_data`, `internal_error` (503).
 */
export async function requireOwner(
  deps: Deps,
  {
    where,
    chainId,
    ...wallet
  }: Omit<OwnershipQuestion, 'owner'> & {
    where: { appId: string; userId: string }
    chainId: string
  },
): Promise<Hex> {
  const owners = ownWallets((await readRecord(deps, where)).accounts)
  if (owners.length === 0) throw new ApiError('invalid_data', { message: needsOwner })
  for (const owner of owners) {
    const isOwner = await deps.smartWalletOwners
      .isOwnedBy(chainId, { ...wallet, owner })
      .catch(refuseUnreachable)
    if (isOwner) return owner
  }
  throw refusedSignature()
}

const needsOwner = 'A smart wallet needs an Ethereum wallet'

/** The addresses of a user's embedded wallets on Ethereum. */
export function ownWallets(accounts: readonly AccountRecord[]): readonly Hex[] {
  return accounts
    .filter(({ type, data }) => isOwnWallet({ type, data }) && data.chain_type === 'ethereum')
    .map(({ data }) => checksumAddress(String(data.address)))
}

/** @throws ApiError `internal_error` (503) */
export function refuseUnreachable(cause: unknown): never {
  const message = 'The wallet’s network cannot be reached. Try again'
  throw new ApiError('internal_error', { status: 503, message, cause })
}
