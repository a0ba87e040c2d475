import { createPublicClient, custom, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { waitForReceipt } from './wait-for-receipt.js'

/** A node that stays at one block and has the receipt from the third time it is asked. */
function nodeWithLateReceipt() {
  let asked = 0
  return createPublicClient({
    transport: custom({
      async request({ method }) {
        if (method === 'eth_blockNumber') return '0x1'
        if (method !== 'eth_getTransactionReceipt') return null
        asked += 1
        return asked < 3 ? null : { transactionHash: zeroHash, status: '0x1', logs: [] }
      },
    }),
  })
}

test('a receipt is waited for although no block follows', async () => {
  await expect(waitForReceipt(nodeWithLateReceipt(), zeroHash)).resolves.toBeUndefined()
})

test('error: a node that fails is not asked again', async () => {
  let asked = 0
  const failing = {
    async getTransactionReceipt() {
      asked += 1
      throw new Error('the node is down')
    },
  }

  await expect(waitForReceipt(failing, zeroHash)).rejects.toThrow('the node is down')
  expect(asked).toBe(1)
})
