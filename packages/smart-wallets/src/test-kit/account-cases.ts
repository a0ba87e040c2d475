import type { SmartWalletType } from '@sallyport/contract'
import { concatHex, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountInput } from '../accounts/account.js'
import { connectSmartWallet, type SmartWalletConnection } from '../client.js'
import { type Call, prepareOperation, sendOperation } from '../operation.js'
import { isOwnedBy } from '../ownership.js'
import { waitForOperation } from '../receipt.js'
import { createSmartWallets } from '../smart-wallets.js'
import { testReceipts, testReplays, testServices } from './attack-cases.js'
import { handOver } from './hand-over.js'
import { testBatches, testReading } from './reading-cases.js'
import { type Rig, startRig } from './rig.js'
import { testSigningOnly } from './signing-cases.js'

/** A kind of smart wallet and one of its versions. */
export type Kind = readonly [type: SmartWalletType, version: string]

const senderAbi = parseAbi([
  'error SenderAddressResult(address sender)',
  'function getSenderAddress(bytes initCode)',
])

const to1 = '0x00000000000000000000000000000000000000aa'
const to2 = '0x00000000000000000000000000000000000000bb'
const typedData = {
  domain: { name: 'Harbour', version: '1', chainId: foundry.id },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: 5n },
} as const

/** The same behaviour of every kind, on the local chain with its bundler and paymaster. */
export function describeAccounts(kinds: readonly Kind[]): void {
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig()
    // Three processes and the contracts of every kind: on a busy machine this takes a minute.
  }, 180_000)
  afterAll(() => rig.stop())
  beforeEach(() => {
    rig.answers.bundler = 'normal'
    rig.answers.paymaster = 'normal'
  })
  describe.each(kinds)('%s %s', (...kind) => {
    const wallet = createWallet(() => rig, kind)
    testOperations(() => rig, wallet)
    testSigningOnly(() => rig, wallet)
    testFailures(() => rig, wallet)
    testReceipts(() => rig, wallet)
    testServices(() => rig, wallet)
    testReplays(() => rig, wallet)
    testReading(() => rig, wallet)
    testBatches(() => rig, wallet)
    test('error: a chain that the app has not configured', async () => {
      const [type, version] = kind
      const settings = { type, version, networks: [rig.network] }
      const chains = [foundry, { ...foundry, id: 5, name: 'Görli' }]
      const wallets = createSmartWallets({ settings, owner: wallet.owner, chains })
      await expect(wallets.connect(5)).rejects.toThrow(
        'The chain Görli (eip155:5) must be configured in the smart wallet configuration in your dashboard',
      )
    })
  })
}

/** One owner's wallet of a kind. */
function createWallet(rig: () => Rig, [type, version]: Kind) {
  const owner = newOwner()
  return {
    type,
    owner,
    connect(
      change: {
        owner?: typeof owner
        paymasterUrl?: string | undefined
        signOperation?: AccountInput['signOperation']
      } = {},
    ) {
      const { owner: by = owner, signOperation, ...rest } = change
      const network = { ...rig().network, ...rest }
      const given = { type, version, chain: foundry, network, owner: by, pollingInterval: 50 }
      return connectSmartWallet({ ...given, signOperation })
    },
    /** Whether it is the wallet of `by`, by its factory and contract. */
    isOf(wallet: SmartWalletConnection, by: `0x${string}`) {
      const { rpcUrl } = rig().network
      const { address } = wallet.account
      const at = { chainId: foundry.id, rpcUrl, timeoutMs: 10_000 }
      return isOwnedBy(at, { type, version, address, owner: by })
    },
    async send(wallet: SmartWalletConnection, calls: readonly Call[]) {
      const prepared = await prepareOperation(wallet, calls)
      const hash = await sendOperation(wallet, prepared)
      return { prepared, outcome: await waitForOperation(wallet, { hash, ...prepared }) }
    },
    /** Whether its signatures of a message and of typed data are valid, for `address`. */
    async isValid(wallet: SmartWalletConnection, address = wallet.account.address) {
      const message = 'Sign in to Harbour'
      const signature = await wallet.account.signMessage({ message })
      const signed = await wallet.account.signTypedData(typedData)
      return [
        await rig().node.verifyMessage({ address, message, signature }),
        await rig().node.verifyTypedData({ ...typedData, address, signature: signed }),
      ]
    },
  }
}
export type Wallet = ReturnType<typeof createWallet>

export function newOwner() {
  return privateKeyToAccount(generatePrivateKey())
}

function testOperations(
  rig: () => Rig,
  { type, connect, send, isValid, isOf, owner }: Wallet,
): void {
  test('it belongs to its owner and to no other account before it is deployed', async () => {
    const wallet = await connect()
    expect(await isOf(wallet, owner.address)).toBe(true)
    expect(await isOf(wallet, newOwner().address)).toBe(false)
  })

  test('ERC-6492: signatures of a message and of typed data are valid before the wallet is deployed', async () => {
    const wallet = await connect()
    const { node } = rig()
    const { address } = wallet.account
    expect(await node.getCode({ address })).toBeUndefined()
    expect(await isValid(wallet)).toEqual([true, true])
  })

  test('its address is the one that the entry point computes from its creation code', async () => {
    const { account } = await connect()
    const { factory = '0x', factoryData = '0x' } = await account.getFactoryArgs()
    const { address: entryPoint } = account.entryPoint
    const call = { abi: senderAbi, address: entryPoint, functionName: 'getSenderAddress' } as const
    const error = await rig()
      .node.simulateContract({ ...call, args: [concatHex([factory, factoryData])] })
      .catch((thrown: unknown) => thrown)
    expect(String(error)).toContain(account.address)
  })

  test('the first operation deploys it at its address, pays for nothing, and makes both calls of a batch', async () => {
    const wallet = await connect()
    const { address } = wallet.account
    const { prepared, outcome } = await send(wallet, [{ to: to1 }, { to: to2, data: '0x1234' }])
    expect(outcome.kind).toBe('included')
    expect(prepared.isSponsored).toBe(true)
    expect(await rig().node.getCode({ address })).toMatch(/^0x../)
    expect(await rig().node.getBalance({ address })).toBe(0n)
  })

  test('ERC-1271: signatures are valid after it', async () => {
    expect(await isValid(await connect())).toEqual([true, true])
  })

  test('it belongs to its owner and to no other account after it', async () => {
    const wallet = await connect()
    expect(await isOf(wallet, owner.address)).toBe(true)
    expect(await isOf(wallet, newOwner().address)).toBe(false)
  })

  test('SMW-05: a signature is not valid for the wallet of another owner', async () => {
    const other = await connect({ owner: newOwner() })
    expect(await isValid(await connect(), other.account.address)).toEqual([false, false])
  })

  test('it belongs to its owner no longer once it was given away', async () => {
    const first = newOwner()
    const wallet = await connect({ owner: first })
    const { address } = wallet.account
    await send(wallet, [{ to: to1 }])
    expect(await isOf(wallet, first.address)).toBe(true)
    const next = newOwner().address
    await send(wallet, handOver[type]({ address, owner: first.address, next }))
    expect(await isOf(wallet, first.address)).toBe(false)
    // The address was never computed for the new one.
    expect(await isOf(wallet, next)).toBe(false)
  })

  test('it pays for itself, and both amounts of a batch arrive', async () => {
    const wallet = await connect({ paymasterUrl: undefined })
    const { node } = rig()
    const { address } = wallet.account
    await node.setBalance({ address, value: parseEther('1') })
    const balances = () =>
      Promise.all(([to1, to2] as const).map((address) => node.getBalance({ address })))
    const before = await balances()
    const { prepared } = await send(wallet, [
      { to: to1, value: 1n },
      { to: to2, value: 2n },
    ])
    expect(prepared.isSponsored).toBe(false)
    const after = await balances()
    expect(after.map((value, index) => value - (before[index] ?? 0n))).toEqual([1n, 2n])
    const left = await node.getBalance({ address })
    expect(left).toBeLessThan(parseEther('1') - 3n)
    expect(left).toBeGreaterThanOrEqual(parseEther('1') - 3n - prepared.maxCostWei)
  })
}

function testFailures(rig: () => Rig, { connect, send }: Wallet): void {
  test('error: a wallet without money and without a paymaster sends nothing', async () => {
    const wallet = await connect({ owner: newOwner(), paymasterUrl: undefined })
    await expect(send(wallet, [{ to: to1 }])).rejects.toThrow(/AA21|prefund/)
  })

  test('error: calls that fail are refused before anything is signed', async () => {
    const call = { to: rig().refusingContract, data: '0xa9059cbb' } as const
    await expect(prepareOperation(await connect(), [call])).rejects.toThrow(/revert|execution/i)
  })

  test('error: the paymaster refuses', async () => {
    rig().answers.paymaster = 'refuse'
    await expect(prepareOperation(await connect(), [{ to: to1 }])).rejects.toThrow(/policy refuses/)
  })

  test('error: the bundler or the paymaster is down', async () => {
    const wallet = await connect()
    rig().answers.paymaster = 'down'
    await expect(prepareOperation(wallet, [{ to: to1 }])).rejects.toThrow(/HTTP request failed/)
    rig().answers.paymaster = 'normal'
    rig().answers.bundler = 'down'
    await expect(prepareOperation(wallet, [{ to: to1 }])).rejects.toThrow(/HTTP request failed/)
  })
}
