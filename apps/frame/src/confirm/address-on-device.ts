import { chainOfVerifier, isSameAddressOn } from '@sallyport/contract'
import type { DeviceStore } from '../device/device-record.js'
import { tokenOwner } from '../device/token-owner.js'
import type { SigningRequest } from './confirmer.js'

/**
 * The address that a request would be signed by, as this device derived it before; null when it has not. Signing compares the key
 * with the same record, so what was called the user's own on screen is what signs.
 */
export async function addressOnDevice(
  { appId, openStore }: { appId: string; openStore: () => Promise<DeviceStore> },
  { accessToken, chainType, entropyId, entropyIdVerifier, hdWalletIndex }: SigningRequest,
): Promise<string | null> {
  const rootChain = chainOfVerifier(entropyIdVerifier ?? '')
  if (!rootChain || entropyId === undefined) return null
  const records = await (await openStore()).list(tokenOwner(accessToken, appId))
  const [account] = records
    .filter(({ retiredAtMs }) => retiredAtMs === undefined)
    .map(({ accounts }) => accounts)
    .filter((accounts) =>
      accounts.some(
        (each) =>
          each.chainType === rootChain && isSameAddressOn(rootChain, each.address, entropyId),
      ),
    )
    .flat()
    .filter((each) => each.chainType === chainType && each.walletIndex === (hdWalletIndex ?? 0))
  return account?.address ?? null
}

/** Every address of the user that this device derived. */
export async function addressesOnDevice(
  { appId, openStore }: { appId: string; openStore: () => Promise<DeviceStore> },
  accessToken: string,
): Promise<readonly string[]> {
  const records = await (await openStore()).list(tokenOwner(accessToken, appId))
  return records.flatMap(({ accounts }) => accounts.map(({ address }) => address))
}
