import { toEcdsaKernelSmartAccount } from 'permissionless/accounts'
import { entryPoint07Address } from 'viem/account-abstraction'
import type { ToAccount } from './account.js'
import { signOperations } from './sign-operations.js'
import { chooseVersion, versions } from './versions.js'

/** Kernel 0.3.1 with its ECDSA validator, on entry point 0.7. */
export const toKernel: ToAccount = (input) => {
  const { client } = input
  const version = chooseVersion(versions.kernel, input.version)
  return signOperations(input, (owner) =>
    toEcdsaKernelSmartAccount({
      client,
      owners: [owner],
      version,
      entryPoint: { address: entryPoint07Address, version: '0.7' },
    }),
  )
}
