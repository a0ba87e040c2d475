import type { Hex, LocalAccount } from 'viem'
import {
  getUserOperationHash,
  type SmartAccount,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import type { AccountInput, OwnerOperation } from './account.js'

/**
 * An account whose owner is asked to sign operations, where its contract checks their hash as a message (EIP-191): the owner's
 * signature of a hash that is known here becomes one of the operation it is of.
 *
 * @param make  Makes the account of an owner.
 */
export async function signOperations<Account extends SmartAccount>(
  { client, owner, signOperation }: AccountInput,
  make: (owner: LocalAccount) => Promise<Account>,
): Promise<Account> {
  if (signOperation === undefined) return make(owner)
  const open = new Map<Hex, OwnerOperation>()
  const account = await make({
    ...owner,
    signMessage(input) {
      const { message } = input
      const operation = typeof message === 'object' ? open.get(message.raw as Hex) : undefined
      return operation ? signOperation(operation) : owner.signMessage(input)
    },
  })
  const { address: entryPoint, version } = account.entryPoint
  return {
    ...account,
    async signUserOperation(given: Parameters<Account['signUserOperation']>[0]) {
      const { chainId = client.chain.id, ...fields } = given
      // viem's type leaves the version open; it is the one of the account's entry point.
      const whole = { ...fields, sender: account.address, signature: '0x' } as UserOperation<'0.7'>
      const hash = getUserOperationHash({
        chainId,
        entryPointAddress: entryPoint,
        entryPointVersion: version as '0.7',
        userOperation: whole,
      })
      const userOperation =
        version === '0.6'
          ? (whole as unknown as UserOperation<'0.6'>)
          : toPackedUserOperation(whole)
      open.set(hash, { userOperation, entryPoint, chainId, form: 'message' })
      try {
        return await account.signUserOperation(given)
      } finally {
        open.delete(hash)
      }
    },
  }
}
