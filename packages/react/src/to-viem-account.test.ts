import { RpcError } from '@sallyport/core'
import { createWalletClient, custom, hexToBigInt, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { embeddedEthereumWallet } from './hooks/embedded-ethereum-wallet.js'
import type { ConnectedWallet } from './hooks/use-wallets.js'
import { never } from './test-kit/answers.js'
import { createFakeKit } from './test-kit/fake-kit.js'
import { walletAccounts } from './test-kit/samples.js'
import { toViemAccount } from './to-viem-account.js'

const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const typedData = {
  domain: { name: 'Mail', chainId: 1 },
  types: { Mail: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Mail',
  message: { amount: 7n },
} as const
const transaction = {
  type: 'eip1559',
  chainId: 1,
  nonce: 3,
  gas: 21_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: 5n,
} as const

/** What the wallet frame signs with its key. */
async function signInFrame({ method, params }: { method: string; params: unknown[] }) {
  const [first, second] = params
  // The requests of the tests below.
  if (method === 'personal_sign') {
    const message = isHex(first) ? { raw: first } : String(first)
    return key.signMessage({ message })
  }
  if (method === 'eth_signTypedData_v4') return key.signTypedData(second as typeof typedData)
  const fields = first as Record<string, `0x${string}`>
  const amount = (name: string) => hexToBigInt(fields[name] ?? '0x0')
  return key.signTransaction({
    type: 'eip1559',
    chainId: Number(fields.chainId),
    nonce: Number(fields.nonce),
    gas: amount('gasLimit') || amount('gas'),
    maxFeePerGas: amount('maxFeePerGas'),
    maxPriorityFeePerGas: amount('maxPriorityFeePerGas'),
    to: fields.to ?? '0x',
    value: amount('value'),
  })
}

async function embedded(): Promise<ConnectedWallet> {
  const { kit, logIn } = createFakeKit({
    clock: { nowMs: () => 0, wait: () => never },
    config: { embeddedWallets: { showWalletUIs: false } },
    answers: {
      frame: {
        'privy:wallets:rpc': async ({ request }) => {
          const call = request as Parameters<typeof signInFrame>[0]
          const response = { method: call.method, data: await signInFrame(call) }
          return { address: key.address, chainType: 'ethereum', response }
        },
      },
      node: { eth_chainId: () => '0x1' },
    },
  })
  await kit.client.start()
  const [account] = walletAccounts.filter((each) => each.chain_type === 'ethereum')
  if (account === undefined) throw new Error('The samples have no Ethereum wallet')
  logIn([{ ...account, address: key.address }])
  const wallet = kit.client.state.user?.wallet
  if (wallet === undefined) throw new Error('The user has no wallet')
  return embeddedEthereumWallet(kit, wallet)
}

describe('toViemAccount', () => {
  test('signs as a local viem account of the same key does', async () => {
    const account = await toViemAccount({ wallet: await embedded() })

    expect(account).toMatchObject({ type: 'local', address: key.address })
    const raw = { message: { raw: '0xff00' } } as const
    expect(await account.signMessage({ message: 'hé' })).toBe(
      await key.signMessage({ message: 'hé' }),
    )
    expect(await account.signMessage(raw)).toBe(await key.signMessage(raw))
    expect(await account.signTypedData(typedData)).toBe(await key.signTypedData(typedData))
    expect(await account.signTransaction(transaction)).toBe(await key.signTransaction(transaction))
  })

  test('is taken by a wallet client of viem', async () => {
    const account = await toViemAccount({ wallet: await embedded() })
    const request = async () => Promise.reject(new RpcError(4200))
    const client = createWalletClient({ account, transport: custom({ request }) })

    const message = { message: 'Hello' }
    expect(await client.signMessage(message)).toBe(await key.signMessage(message))
  })

  test('refuses to sign a transaction of an external wallet', async () => {
    const request = async () => Promise.reject(new RpcError(4200))
    const wallet = {
      ...(await embedded()),
      connectorType: 'injected',
      getEthereumProvider: async () => ({ request }),
    } as unknown as ConnectedWallet // of its provider only `request` is used
    const account = await toViemAccount({ wallet })

    await expect(account.signTransaction(transaction)).rejects.toMatchObject({
      code: 'not_supported',
    })
    expect(account.sign).toBeUndefined()
  })
})
