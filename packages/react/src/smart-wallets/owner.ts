import { ethereum, type SallyportClient, smartWallet } from '@sallyport/core'
import type { OwnerOperation } from '@sallyport/smart-wallets'
import {
  bytesToHex,
  type CustomSource,
  getAddress,
  getTypesForEIP712Domain,
  type Hex,
  type LocalAccount,
  serializeTypedData,
  stringToHex,
} from 'viem'
import { toAccount } from 'viem/accounts'

/** The embedded wallet at an address as the owner of a smart wallet. */
interface SmartWalletOwner {
  account: LocalAccount
  signOperation(operation: OwnerOperation): Promise<Hex>
}

/**
 * Lets the embedded wallet sign for its smart wallet. The modal does not ask: what the smart wallet does was approved before, and what
 * its owner signs is a hash of that.
 */
export function createOwner(client: SallyportClient, address: string): SmartWalletOwner {
  const provider = ethereum.getProvider(client, address)
  const own = getAddress(address)
  // The methods asked for here answer with hex.
  const ask = async (method: string, params: unknown[]) =>
    (await provider.request({ method, params }, { showWalletUIs: false })) as Hex
  const source: CustomSource = {
    address: own,
    signMessage({ message }) {
      const given = typeof message === 'string' ? stringToHex(message) : message.raw
      const bytes = typeof given === 'string' ? given : bytesToHex(given)
      return ask('personal_sign', [bytes, own])
    },
    signTypedData(typedData) {
      // As in viem's own action, whose serializer leaves out a domain that has no type. Its types are too wide for both.
      const given = typedData as unknown as Parameters<typeof serializeTypedData>[0]
      const EIP712Domain = getTypesForEIP712Domain({ domain: given.domain ?? {} })
      const whole = { ...given, types: { EIP712Domain, ...given.types } } as typeof given
      return ask('eth_signTypedData_v4', [own, serializeTypedData(whole)])
    },
    signTransaction() {
      throw new Error('The owner signs no transactions')
    },
  }
  return {
    account: toAccount(source),
    signOperation: async ({ userOperation, ...rest }) =>
      (await smartWallet.signOperation(client, {
        address,
        operation: toHexFields(userOperation),
        ...rest,
      })) as Hex, // what the frame signs for Ethereum is hex
  }
}

/** An operation as JSON: numbers are hex. */
function toHexFields(operation: object): Record<string, string> {
  const fields = Object.entries(operation).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? `0x${value.toString(16)}` : String(value ?? '0x'),
  ])
  return Object.fromEntries(fields)
}
