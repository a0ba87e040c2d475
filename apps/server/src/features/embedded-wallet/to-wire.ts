import type { WalletRoot } from '@sallyport/contract'
import type { RootAccount, RootRecord } from '../../db/wallet-roots.js'

/** A root as the wire carries it. */
export function toWireRoot(root: RootRecord): WalletRoot {
  return {
    wallet_id: root.wallet_id,
    imported: root.imported,
    recovery_method: root.recovery_method,
    ...(root.recovery_locator === null ? {} : { recovery_locator: root.recovery_locator }),
    accounts: root.accounts.map(toWireAccount),
  }
}

function toWireAccount({ chain_type, wallet_index, address, public_key: publicKey }: RootAccount) {
  return {
    chain_type,
    wallet_index,
    address,
    ...(publicKey === null ? {} : { public_key: publicKey }),
  }
}
