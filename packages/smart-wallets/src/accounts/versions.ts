import { smartWalletVersions } from '@sallyport/contract'
import { SmartWalletError } from '../errors.js'

/** The versions of each type's contracts, the one that is used by default first. */
export const versions = smartWalletVersions

/**
 * The chosen one of the supported versions, the first by default.
 *
 * @throws SmartWalletError `invalid_version` for another one.
 */
export function chooseVersion<Version extends string>(
  supported: readonly [Version, ...Version[]],
  wanted: string | undefined,
): Version {
  if (wanted === undefined) return supported[0]
  const found = supported.find((version) => version === wanted)
  if (found === undefined)
    throw new SmartWalletError(
      'invalid_version',
      `Version ${wanted} is not supported; supported: ${supported.join(', ')}`,
    )
  return found
}
