import type { Hex } from 'viem'
import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'
import { prepareOperation } from '../operation.js'
import { waitForOperation } from '../receipt.js'
import { signOperationOnly } from '../signed-operation.js'
import type { Wallet } from './account-cases.js'
import type { Rig } from './rig.js'

const to = '0x00000000000000000000000000000000000000aa'

/** Operations that are signed and not sent. */
export function testSigningOnly(rig: () => Rig, { connect }: Wallet): void {
  test('an operation that is only signed moves nothing until a bundler is given it, once', async () => {
    const wallet = await connect()
    const { node } = rig()
    const before = await node.getBalance({ address: to })
    await node.setBalance({ address: wallet.account.address, value: 1n })
    const prepared = await prepareOperation(wallet, [{ to: to, value: 1n }])
    const { chainId, entryPoint, userOperation } = await signOperationOnly(wallet, prepared)
    expect(chainId).toBe(foundry.id)
    expect(JSON.parse(JSON.stringify(userOperation))).toEqual(userOperation)
    expect(await node.getBalance({ address: to })).toBe(before)

    const params: [typeof userOperation, typeof entryPoint] = [userOperation, entryPoint]
    const give = () =>
      wallet.bundler.request({ method: 'eth_sendUserOperation', params }, { retryCount: 0 })
    const hash = (await give()) as Hex // what this method answers
    const outcome = await waitForOperation(wallet, { ...prepared, hash })
    expect(outcome.kind).toBe('included')
    expect(await node.getBalance({ address: to })).toBe(before + 1n)
    await expect(give()).rejects.toThrow()
  })

  test('an operation that is only signed is carried out by a transaction with its data', async () => {
    const wallet = await connect()
    const { node } = rig()
    const before = await node.getBalance({ address: to })
    await node.setBalance({ address: wallet.account.address, value: 1n })
    const prepared = await prepareOperation(wallet, [{ to, value: 1n }])
    const { entryPoint, data } = await signOperationOnly(wallet, prepared)
    const [sender] = await node.getAddresses()
    if (sender === undefined) throw new Error('The local chain has no account')
    const hash = await node.sendTransaction({
      account: sender,
      chain: foundry,
      to: entryPoint,
      data,
    })
    await node.waitForTransactionReceipt({ hash })
    expect(await node.getBalance({ address: to })).toBe(before + 1n)
  })
}
