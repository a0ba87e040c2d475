import type { SmartWalletType } from '@sallyport/contract'
import {
  toBiconomySmartAccount,
  toEcdsaKernelSmartAccount,
  toLightSmartAccount,
  toSafeSmartAccount,
} from 'permissionless/accounts'
import type { LocalAccount } from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  type SmartAccount,
  toCoinbaseSmartAccount,
} from 'viem/account-abstraction'
import type { AccountInput } from '../accounts/account.js'

type Client = AccountInput['client']
const entryPoint06 = { address: entryPoint06Address, version: '0.6' } as const
const entryPoint07 = { address: entryPoint07Address, version: '0.7' } as const

/** Another account of each kind for the same owner: the next one that its factory makes. */
export const secondAccount: Record<
  SmartWalletType,
  (client: Client, owner: LocalAccount) => Promise<SmartAccount>
> = {
  safe: (client, owner) =>
    toSafeSmartAccount({
      ...{ client, owners: [owner], version: '1.4.1', entryPoint: entryPoint07, saltNonce: 1n },
    }),
  kernel: (client, owner) =>
    toEcdsaKernelSmartAccount({
      ...{ client, owners: [owner], version: '0.3.1', entryPoint: entryPoint07, index: 1n },
    }),
  biconomy: (client, owner) =>
    toBiconomySmartAccount({ client, owners: [owner], entryPoint: entryPoint06, index: 1n }),
  light_account: (client, owner) =>
    toLightSmartAccount<'0.6'>({
      ...{ client, owner, version: '1.1.0', entryPoint: entryPoint06, index: 1n },
    }),
  coinbase_smart_wallet: (client, owner) =>
    toCoinbaseSmartAccount({ client, owners: [owner], version: '1', nonce: 1n }),
}
