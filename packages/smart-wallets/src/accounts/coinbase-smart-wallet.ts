import { encodeAbiParameters, type Hex } from 'viem'
import {
  entryPoint06Address,
  toCoinbaseSmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import type { ToAccount } from './account.js'
import { chooseVersion, versions } from './versions.js'

/** The embedded wallet is the only owner. */
const ownerIndex = 0n

/** Coinbase's smart wallet on entry point 0.6. */
export const toCoinbase: ToAccount = async ({ client, owner, signOperation, version }) => {
  const account = await toCoinbaseSmartAccount({
    client,
    owners: [owner],
    version: chooseVersion(versions.coinbase_smart_wallet, version),
  })
  if (signOperation === undefined) return account
  return {
    ...account,
    async signUserOperation({ chainId = client.chain.id, ...operation }) {
      const userOperation = {
        ...operation,
        sender: account.address,
        signature: '0x',
      } as UserOperation<'0.6'> // viem's type leaves the version open; the account is of 0.6
      const signature = await signOperation({
        userOperation,
        entryPoint: entryPoint06Address,
        chainId,
        form: 'bare',
      })
      return ofOwner(signature)
    },
  }
}

/** As the contract expects it: which owner, and its signature. */
function ofOwner(signature: Hex): Hex {
  return encodeAbiParameters(
    [
      {
        type: 'tuple',
        components: [
          { name: 'ownerIndex', type: 'uint256' },
          { name: 'signatureData', type: 'bytes' },
        ],
      },
    ],
    [{ ownerIndex, signatureData: signature }],
  )
}
