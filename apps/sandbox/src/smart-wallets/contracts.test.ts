import { createServer } from 'node:http'
import { zeroAddress, zeroHash } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../http/listen.js'
import { readText } from '../http/read-text.js'
import { createLocalClient } from './contracts.js'

const port = 4391

/** A node that makes one more block, with the transaction, as soon as it was asked for the number of the first one. */
async function startNode(): Promise<void> {
  let asked = 0
  let sawSecondBlock = () => {}
  const secondBlockSeen = new Promise<void>((resolve) => {
    sawSecondBlock = resolve
  })
  const answers: Record<string, () => unknown> = {
    eth_blockNumber() {
      asked += 1
      // The answer of the second question has been read when the fourth one comes.
      if (asked > 3) sawSecondBlock()
      return asked === 1 ? '0x1' : '0x2'
    },
    eth_getTransactionReceipt: () =>
      asked < 2 ? null : { transactionHash: zeroHash, status: '0x1', logs: [] },
    eth_getTransactionByHash: () => ({ hash: zeroHash, from: zeroAddress, nonce: '0x0' }),
    async eth_getBlockByNumber() {
      await secondBlockSeen
      return { number: '0x1', transactions: [] }
    },
  }
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await readText(request, 10_000)) as {
      id: number
      method: string
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: await answers[method]?.() }))
  })
  onTestFinished(await listen(server, port))
}

test('a transaction is waited for although no block follows the one it is in', async () => {
  await startNode()
  const client = createLocalClient(`http://127.0.0.1:${port}`)

  const receipt = await client.waitForTransactionReceipt({ hash: zeroHash, timeout: 10_000 })

  expect(receipt.status).toBe('success')
})
