import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http, parseEther, serializeErc6492Signature } from 'viem'
import {
  createPaymasterClient,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction'
import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'
import type { SmartWalletConnection } from '../client.js'
import { type Call, type PreparedOperation, prepareOperation, sendOperation } from '../operation.js'
import { waitForOperation } from '../receipt.js'
import { newOwner, type Wallet } from './account-cases.js'
import type { Rig } from './rig.js'
import { secondAccount } from './second-account.js'

const to = '0x00000000000000000000000000000000000000aa'
const other = '0x00000000000000000000000000000000000000bb'

/** The connection with other answers of its bundler. */
function withBundler(
  wallet: SmartWalletConnection,
  change: Partial<SmartWalletConnection['bundler']>,
): SmartWalletConnection {
  return { ...wallet, bundler: { ...wallet.bundler, ...change } }
}

function hashOf({ account }: SmartWalletConnection, userOperation: UserOperation) {
  const { address: entryPointAddress, version } = account.entryPoint
  return getUserOperationHash({
    ...{ chainId: foundry.id, entryPointAddress, entryPointVersion: version as '0.7' },
    userOperation: { ...userOperation, signature: '0x' } as UserOperation<'0.7'>,
  })
}

/** What becomes of an operation whose nonce another one takes, and of one that fails in its block. */
export function testReceipts(rig: () => Rig, { connect }: Wallet): void {
  /** Prepares one operation, lets another one of the same nonce into a block, and waits for the first. */
  async function replace(
    first: readonly Call[],
    change: (wallet: SmartWalletConnection) => readonly Call[],
    dearer = (prepared: PreparedOperation) => prepared,
  ) {
    const wallet = await connect({ paymasterUrl: undefined })
    await rig().node.setBalance({ address: wallet.account.address, value: parseEther('1') })
    const { operation } = await prepareOperation(wallet, first)
    const prepared = dearer(await prepareOperation(wallet, change(wallet)))
    // Most kinds choose a sequence of nonces for each operation.
    const next = { ...prepared, operation: { ...prepared.operation, nonce: operation.nonce } }
    const hash = await sendOperation(wallet, next)
    const { transactionHash } = await waitForOperation(wallet, { ...next, hash })
    const outcome = waitForOperation(wallet, { operation, hash: hashOf(wallet, operation) })
    return { transactionHash, outcome }
  }
  const atDoublePrice = ({ operation, ...rest }: PreparedOperation): PreparedOperation => ({
    ...rest,
    operation: { ...operation, maxFeePerGas: operation.maxFeePerGas * 2n },
  })

  test('an operation is repriced by the same calls at another price', async () => {
    const calls = [{ to, value: 3n }] as const
    const { outcome, transactionHash } = await replace(calls, () => calls, atDoublePrice)
    expect(await outcome).toEqual({ kind: 'repriced', transactionHash })
  })

  test('it is cancelled by one that calls nothing but the wallet itself', async () => {
    const own = ({ account }: SmartWalletConnection) => [{ to: account.address }]
    const { outcome, transactionHash } = await replace([{ to, value: 3n }], own)
    expect(await outcome).toEqual({ kind: 'cancelled', transactionHash })
  })

  test('it is replaced by other calls, also by ones that contain it', async () => {
    const first = { to, value: 3n } as const
    const { outcome, transactionHash } = await replace([first], () => [first, { to: other }])
    expect(await outcome).toEqual({ kind: 'replaced', transactionHash })
  })

  test('error: its calls fail in the block', async () => {
    const wallet = await connect()
    const call = { to: '0x00000000000000000000000000000000000000cc', data: '0x1234' } as const
    const prepared = await prepareOperation(wallet, [call])
    await rig().node.setCode({ address: call.to, bytecode: '0x60006000fd' })
    const hash = await sendOperation(wallet, prepared)
    const outcome = waitForOperation(wallet, { ...prepared, hash })
    await expect(outcome).rejects.toMatchObject({ code: 'operation_failed' })
    await rig().node.setCode({ address: call.to, bytecode: '0x' })
  })
}

/** Bundlers and paymasters that lie, and a page that drains the paymaster (SMW). */
export function testServices(rig: () => Rig, { connect }: Wallet): void {
  test('SMW-04: a bundler that asks for more gas than a block holds is refused before anything is signed', async () => {
    const wallet = await connect()
    const { operation } = await prepareOperation(wallet, [{ to }])
    const greedy = async () => ({ ...operation, callGasLimit: 10n ** 12n })
    const hostile = withBundler(wallet, { prepareUserOperation: greedy as never })
    await expect(prepareOperation(hostile, [{ to }])).rejects.toThrow(/unusual amount of gas/)
  })

  test('SMW-04: a bundler that answers with another hash or receipt is refused', async () => {
    const wallet = await connect()
    const prepared = await prepareOperation(wallet, [{ to }])
    const wrong = `0x${'12'.repeat(32)}` as const
    const hostile = withBundler(wallet, { sendUserOperation: (async () => wrong) as never })
    await expect(sendOperation(hostile, prepared)).rejects.toMatchObject({
      code: 'bundler_refused',
    })
    const hash = await sendOperation(wallet, prepared)
    await waitForOperation(wallet, { ...prepared, hash })
    const receipt = { ...(await wallet.bundler.getUserOperationReceipt({ hash })) }
    const lying = withBundler(wallet, {
      getUserOperationReceipt: async () => ({ ...receipt, userOpHash: wrong }),
    })
    await expect(waitForOperation(lying, { ...prepared, hash })).rejects.toMatchObject({
      code: 'bundler_refused',
    })
  })

  test('SMW-04: a paymaster whose answer names other calls does not have them signed', async () => {
    const address = await startHostilePaymaster(rig().network.paymasterUrl)
    const wallet = await connect({ paymasterUrl: address.url })
    await expect(prepareOperation(wallet, [{ to, value: 0n }])).rejects.toMatchObject({
      code: 'bundler_refused',
    })
    address.stop()
  })

  test('SMW: a loop of operations is paid for up to the paymaster’s quota', async () => {
    const wallet = await connect({ owner: newOwner() })
    const { account } = wallet
    const { operation } = await prepareOperation(wallet, [{ to }])
    const paymaster = createPaymasterClient({ transport: http(rig().network.paymasterUrl) })
    const ask = () =>
      paymaster.getPaymasterData({
        ...(operation as UserOperation<'0.7'>),
        chainId: foundry.id,
        entryPointAddress: account.entryPoint.address,
      })
    const answers = await Promise.allSettled(Array.from({ length: 80 }, ask))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(59)
    await expect(prepareOperation(wallet, [{ to }])).rejects.toThrow(/policy pays for no more/)
  })
}

/** Operations and signatures that are altered or used again (SMW). */
export function testReplays(rig: () => Rig, { type, owner, connect }: Wallet): void {
  test('SMW-04: a signed operation is accepted once, and not with other calls', async () => {
    const wallet = await connect()
    const { account, bundler } = wallet
    const prepared = await prepareOperation(wallet, [{ to }])
    const signature = await account.signUserOperation(prepared.operation as never)
    const signed = { ...prepared.operation, signature }
    const send = (operation: object) =>
      bundler.sendUserOperation({ ...operation, account } as never)
    const callData = await account.encodeCalls([{ to: other, value: 0n, data: '0x' }])
    await expect(send({ ...signed, callData })).rejects.toThrow(/AA24|AA33|AA34|signature/i)
    const hash = await send(signed)
    await waitForOperation(wallet, { ...prepared, hash })
    await expect(send(signed)).rejects.toThrow(/AA25|nonce|already/i)
  })

  /*
   * What Biconomy's module checks names neither account nor chain, and no client can change that: docs/features/smart-wallets.md says so.
   * The server is not fooled by it: a login message names both.
   */
  const isAccountUnsigned = type === 'biconomy'
  const replay = isAccountUnsigned
    ? 'SMW-05: a signature is valid for every wallet of its owner of this kind, as its contract has it'
    : 'SMW-05: a signature is not valid for another wallet of the same owner, nor on another chain'
  test(replay, async () => {
    const { account } = await connect()
    const { node } = rig()
    const message = 'Sign in to Harbour'
    const signature = await account.signMessage({ message })
    const { address } = account
    expect(await node.verifyMessage({ address, message, signature })).toBe(true)
    const second = await secondAccount[type](account.client as never, owner)
    expect(second.address).not.toBe(address)
    const { factory = '0x', factoryData = '0x' } = await second.getFactoryArgs()
    const replayed = serializeErc6492Signature({ address: factory, data: factoryData, signature })
    const at = { address: second.address, message }
    const own = await second.signMessage({ message })
    expect(await node.verifyMessage({ ...at, signature: own })).toBe(true)
    expect(await node.verifyMessage({ ...at, signature: replayed })).toBe(isAccountUnsigned)
    const setChainId = (id: number) =>
      node.request({ method: 'anvil_setChainId', params: [id] } as never)
    await setChainId(8453)
    const elsewhere = await node.verifyMessage({ address, message, signature })
    await setChainId(foundry.id)
    expect(elsewhere).toBe(isAccountUnsigned)
  })
}

/** A paymaster that adds call data of its own to its answers. */
async function startHostilePaymaster(paymasterUrl: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(paymasterUrl, {
      ...{ method: 'POST', headers },
      body: Buffer.concat(chunks).toString(),
    })
    const { result, ...rest } = (await answer.json()) as { result: object }
    const body = JSON.stringify({ ...rest, result: { ...result, callData: '0xdeadbeef' } })
    response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
