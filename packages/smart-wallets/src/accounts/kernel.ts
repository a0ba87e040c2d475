import { toEcdsaKernelSmartAccount } from 'permissionless/accounts'
import { entryPoint07Address } from 'viem/account-abstraction'
import type { ToAccount } from './account.js'
import { chooseVersion, versions } from './versions.js'

/** Kernel 0.3.1 with its ECDSA validator, on entry point 0.7. */
export const toKernel: ToAccount = ({ client, owner, version }) =>
  toEcdsaKernelSmartAccount({
    client,
    owners: [owner],
    version: chooseVersion(versions.kernel, version),
    entryPoint: { address: entryPoint07Address, version: '0.7' },
  })
