import { isDeepStrictEqual } from 'node:util'
import { ApiError, type CloudStorageName, cloudStorages } from '@sallyport/contract'
import type { App, AppSettings } from '../../apps/app.js'
import type { PrivateChange } from '../../apps/private-settings.js'
import { hasCloudRecovery } from '../../db/recovery-accounts.js'
import type { Deps } from '../../deps.js'

/** Settings that decide where users' recovery keys are. */
type Change = Pick<PrivateChange, 'icloud_container'> & {
  embedded_wallet_config?: Partial<AppSettings['embedded_wallet_config']> | undefined
}

/**
 * Stops a change after which users could not get the recovery keys that they keep in a cloud storage.
 *
 * @throws ApiError `invalid_data`
 */
export async function refuseOrphans(
  { db }: Pick<Deps, 'db'>,
  { id: appId, settings, privateSettings }: App,
  { icloud_container: container, embedded_wallet_config: wallets }: Change,
): Promise<void> {
  const before = settings.embedded_wallet_config.user_owned_recovery_options
  const after = wallets?.user_owned_recovery_options ?? before
  const current = privateSettings.icloud_container
  // The records of a container are in no other one.
  const moves =
    container !== undefined && current !== null && !isDeepStrictEqual(container, current)
  const isAffected = (storage: CloudStorageName) =>
    (before.includes(storage) && !after.includes(storage)) || (storage === 'icloud' && moves)
  for (const storage of cloudStorages.filter(isAffected)) {
    if (!(await hasCloudRecovery(db, { appId, method: storage }))) continue
    const setting =
      storage === 'icloud' && moves ? 'icloud_container' : 'user_owned_recovery_options'
    throw new ApiError('invalid_data', {
      message: `Users keep the recovery keys of wallets there, and could not get them any more: ${setting} must stay`,
    })
  }
}
