import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  pad,
  parseAbi,
  type TypedDataDefinition,
} from 'viem'
import {
  entryPoint06Abi,
  entryPoint06Address,
  getUserOperationHash,
  toSmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { readContract } from 'viem/actions'
import type { AccountInput, ToAccount } from './account.js'
import { chooseVersion, versions } from './versions.js'

const factories = {
  '1': '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a',
  '1.1': '0xba5ed110efdba3d005bfc882d75358acbbb85842',
} as const satisfies Record<(typeof versions.coinbase_smart_wallet)[number], Hex>

const abi = parseAbi([
  'function createAccount(bytes[] owners, uint256 nonce) payable returns (address account)',
  'function getAddress(bytes[] owners, uint256 nonce) view returns (address)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data) payable',
  'function executeBatch(Call[] calls) payable',
])

const entryPoint = { abi: entryPoint06Abi, address: entryPoint06Address, version: '0.6' } as const
/** The embedded wallet is the only owner. */
const ownerIndex = 0n
/** Of the form of a real one; bundlers estimate gas with it. */
const stubSignature: Hex = `0x${'ff'.repeat(16)}${'00'.repeat(16)}7${'a'.repeat(63)}1c`

/**
 * Coinbase's smart wallet on entry point 0.6. viem's own account of this kind brings passkey signatures, which are 16 kB that no owner
 * here uses.
 *
 * @see https://github.com/coinbase/smart-wallet, CoinbaseSmartWallet.sol and ERC1271.sol
 */
export const toCoinbase: ToAccount = async (input) => {
  const { client, owner } = input
  const factory = factories[chooseVersion(versions.coinbase_smart_wallet, input.version)]
  const args = [[pad(owner.address)], 0n] as const
  const address = await readContract(client, {
    ...{ address: factory, abi, functionName: 'getAddress', args },
  })
  /** What the contract checks in place of a hash, so that a signature is of this wallet and chain only. */
  const sign = async (hash: Hex) =>
    ofOwner(
      await owner.signTypedData({
        domain: {
          ...{ name: 'Coinbase Smart Wallet', version: '1' },
          ...{ chainId: client.chain.id, verifyingContract: address },
        },
        types: { CoinbaseSmartWalletMessage: [{ name: 'hash', type: 'bytes32' }] },
        primaryType: 'CoinbaseSmartWalletMessage',
        message: { hash },
      }),
    )
  return toSmartAccount({
    client,
    entryPoint,
    getAddress: async () => address,
    getFactoryArgs: async () => ({
      factory,
      factoryData: encodeFunctionData({ abi, functionName: 'createAccount', args }),
    }),
    encodeCalls: async (calls) => encodeCalls(calls),
    decodeCalls: async (data) => decodeCalls(data),
    getStubSignature: async () => ofOwner(stubSignature),
    sign: ({ hash }) => sign(hash),
    signMessage: ({ message }) => sign(hashMessage(message)),
    signTypedData: (typedData) => sign(hashTypedData(typedData as TypedDataDefinition)), // viem's own type is generic over the data
    async signUserOperation({ chainId = client.chain.id, ...operation }) {
      const userOperation = {
        ...operation,
        sender: address,
        signature: '0x',
      } as UserOperation<'0.6'> // viem's type leaves the version open; the account is of 0.6
      return ofOwner(await signOperation(input, { userOperation, chainId }))
    },
  })
}

/** The owner's signature of the operation's bare hash. @throws Error for an owner that signs no hashes. */
async function signOperation(
  { owner, signOperation: ask }: AccountInput,
  { userOperation, chainId }: { userOperation: UserOperation<'0.6'>; chainId: number },
): Promise<Hex> {
  const { address, version } = entryPoint
  if (ask) return ask({ userOperation, entryPoint: address, chainId, form: 'bare' })
  const hash = getUserOperationHash({
    ...{ chainId, entryPointAddress: address, entryPointVersion: version, userOperation },
  })
  if (!owner.sign) throw new Error('The owner does not sign hashes')
  return owner.sign({ hash })
}

function encodeCalls(
  calls: readonly { to: Hex; value?: bigint | undefined; data?: Hex | undefined }[],
): Hex {
  const all = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, data }))
  const [only] = all
  if (all.length !== 1 || only === undefined)
    return encodeFunctionData({ abi, functionName: 'executeBatch', args: [all] })
  const { target, value, data } = only
  return encodeFunctionData({ abi, functionName: 'execute', args: [target, value, data] })
}

/** @throws Error for anything but calls. */
function decodeCalls(data: Hex): { to: Hex; value: bigint; data: Hex }[] {
  const { functionName, args } = decodeFunctionData({ abi, data })
  if (functionName === 'execute') return [{ to: args[0], value: args[1], data: args[2] }]
  if (functionName !== 'executeBatch') throw new Error('The operation makes no calls')
  return args[0].map(({ target, value, data }) => ({ to: target, value, data }))
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
