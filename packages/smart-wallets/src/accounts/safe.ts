import { toSafeSmartAccount } from 'permissionless/accounts'
import { entryPoint07Address } from 'viem/account-abstraction'
import type { ToAccount } from './account.js'
import { chooseVersion, versions } from './versions.js'

/** Safe 1.4.1 with its module for entry point 0.7. */
export const toSafe: ToAccount = ({ client, owner, version }) =>
  toSafeSmartAccount({
    client,
    owners: [owner],
    version: chooseVersion(versions.safe, version),
    entryPoint: { address: entryPoint07Address, version: '0.7' },
  })
