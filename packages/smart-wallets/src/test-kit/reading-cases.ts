import { readOperationCalls } from '@sallyport/contract/requests'
import { entryPoint06Abi, entryPoint07Abi, type UserOperation } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import type { OwnerOperation } from '../accounts/account.js'
import { prepareOperation, sendOperation } from '../operation.js'
import { readOperation, waitForOperation } from '../receipt.js'
import { newOwner, type Wallet } from './account-cases.js'
import type { Rig } from './rig.js'

const to = '0x00000000000000000000000000000000000000aa'
const other = '0x00000000000000000000000000000000000000bb'

/** What is asked of the owner, who can read what an operation does. */
export function testReading(rig: () => Rig, { type, connect, send }: Wallet): void {
  test('one call and several can be read from the operation that is signed', async () => {
    const wallet = await connect()
    const one = { to, value: 0n, data: '0x12345678' } as const
    const two = { to: other, value: 0n, data: '0x' } as const
    const read = async (calls: readonly (typeof one | typeof two)[]) => {
      const { operation } = await prepareOperation(wallet, calls)
      return readOperationCalls(operation.callData)
    }
    const told = ({ to, data }: typeof one | typeof two) => ({ to, data, valueWei: 0n })
    expect(await read([one])).toEqual([told(one)])
    expect(await read([two, one, two])).toEqual([two, one, two].map(told))
  })

  // Safes sign operations as typed data, which says it all.
  test.skipIf(type === 'safe')(
    'the owner is asked to sign an operation, and no hash of one',
    async () => {
      const owner = newOwner()
      const asked: OwnerOperation[] = []
      const wallet = await connect({
        owner: {
          ...owner,
          signMessage: () => Promise.reject(new Error('asked to sign a message')),
        },
        async signOperation(operation) {
          asked.push(operation)
          const raw = await hashOf(rig(), operation)
          return operation.form === 'bare'
            ? owner.sign({ hash: raw })
            : owner.signMessage({ message: { raw } })
        },
      })
      const { prepared, outcome } = await send(wallet, [{ to }, { to: other }])
      expect(outcome.kind).toBe('included')
      expect(asked.at(-1)?.userOperation.callData).toBe(prepared.operation.callData)
    },
  )
}

/** An operation that a paymaster of the app pays (ERC-7677), and what EIP-5792 tells of it. */
export function testBatches(rig: () => Rig, { connect }: Wallet): void {
  test('a paymaster that is named for one operation pays for it, and its receipt is read later', async () => {
    const wallet = await connect({ paymasterUrl: undefined })
    const url = rig().network.paymasterUrl
    const prepared = await prepareOperation(wallet, [{ to }, { to: other }], { url })
    expect(prepared.isSponsored).toBe(true)

    const hash = await sendOperation(wallet, prepared)
    await waitForOperation(wallet, { hash, ...prepared })

    const receipt = await readOperation(wallet, hash)
    expect(receipt).toMatchObject({
      status: '0x1',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      blockNumber: expect.stringMatching(/^0x[0-9a-f]+$/),
    })
    expect(await readOperation(wallet, `0x${'12'.repeat(32)}`)).toBeNull()
  })
}

/** As the entry point itself computes it. */
function hashOf({ node }: Rig, { userOperation, entryPoint }: OwnerOperation) {
  const address = entryPoint
  const functionName = 'getUserOpHash'
  if ('accountGasLimits' in userOperation) {
    const { initCode, paymasterAndData, ...rest } = userOperation
    const args = [{ ...rest, initCode, paymasterAndData }] as const
    return node.readContract({ address, abi: entryPoint07Abi, functionName, args: args as never })
  }
  const { initCode = '0x', paymasterAndData = '0x' } = userOperation as UserOperation<'0.6'>
  const args = [{ ...userOperation, initCode, paymasterAndData }] as const
  return node.readContract({ address, abi: entryPoint06Abi, functionName, args: args as never })
}
