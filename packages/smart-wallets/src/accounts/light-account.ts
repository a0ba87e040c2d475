import { toLightSmartAccount } from 'permissionless/accounts'
import {
  concatHex,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  hashTypedData,
  type TypedDataDefinition,
} from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  type SmartAccount,
} from 'viem/account-abstraction'
import type { AccountInput, ToAccount } from './account.js'
import { signOperations } from './sign-operations.js'
import { chooseVersion, versions } from './versions.js'

/** Alchemy's light account: 2.0.0 on entry point 0.7, 1.1.0 on 0.6. */
export const toLightAccount: ToAccount = async (input) => {
  const { client } = input
  if (chooseVersion(versions.light_account, input.version) === '1.1.0')
    return signOperations(input, (owner) =>
      toLightSmartAccount<'0.6'>({
        client,
        owner,
        version: '1.1.0',
        entryPoint: { address: entryPoint06Address, version: '0.6' },
      }),
    )
  const account = await signOperations(input, (owner) =>
    toLightSmartAccount<'0.7'>({
      client,
      owner,
      version: '2.0.0',
      entryPoint: { address: entryPoint07Address, version: '0.7' },
    }),
  )
  return signsAsVersion2(account, input)
}

/** The contract's mark of a signature by the owner's own key. */
const byOwner: Hex = '0x00'
const erc6492Suffix: Hex = `0x${'6492'.repeat(16)}`

/**
 * The account with signatures that its contract accepts: permissionless signs with version "1" of the EIP-712 domain,
 * the contract of 2.0.0 checks "2".
 */
function signsAsVersion2(
  account: SmartAccount,
  { client, owner }: Pick<AccountInput, 'client' | 'owner'>,
): SmartAccount {
  const sign = async (hash: Hex) => {
    const signature = await owner.signTypedData({
      domain: {
        name: 'LightAccount',
        version: '2',
        chainId: client.chain.id,
        verifyingContract: account.address,
      },
      types: { LightAccountMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'LightAccountMessage',
      message: { message: hash },
    })
    return wrap(concatHex([byOwner, signature]))
  }
  const wrap = async (signature: Hex) => {
    if (await account.isDeployed()) return signature
    const { factory, factoryData } = await account.getFactoryArgs()
    const call = [factory ?? '0x', factoryData ?? '0x', signature] as const
    const encoded = encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      call,
    )
    return concatHex([encoded, erc6492Suffix])
  }
  return {
    ...account,
    sign: ({ hash }) => sign(hash),
    signMessage: ({ message }) => sign(hashMessage(message)),
    signTypedData: (typedData) => sign(hashTypedData(typedData as TypedDataDefinition)), // viem's own type is generic over the data
  }
}
