import { toBiconomySmartAccount } from 'permissionless/accounts'
import { entryPoint06Address } from 'viem/account-abstraction'
import type { ToAccount } from './account.js'
import { signOperations } from './sign-operations.js'
import { chooseVersion, versions } from './versions.js'

/** Biconomy's account V2 with its ECDSA module, on entry point 0.6. */
export const toBiconomy: ToAccount = (input) => {
  const { client, version } = input
  chooseVersion(versions.biconomy, version)
  return signOperations(input, (owner) =>
    toBiconomySmartAccount({
      client,
      owners: [owner],
      entryPoint: { address: entryPoint06Address, version: '0.6' },
    }),
  )
}
