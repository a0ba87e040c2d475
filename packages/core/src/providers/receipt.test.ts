import { expect, test } from 'vitest'
import type { SallyportClient } from '../client.js'
import type { RequestStep } from '../types.js'
import { watchReceipt } from './receipt.js'

const from = `0x${'11'.repeat(20)}`
const to = `0x${'22'.repeat(20)}`
const sent = { hash: `0x${'aa'.repeat(32)}`, from, nonce: 4, to, value: 1n }
const replacing = {
  hash: `0x${'bb'.repeat(32)}`,
  from,
  nonce: '0x4',
  to,
  value: '0x2',
  input: '0x',
}
const chain = {
  id: 1,
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example'] } },
}

/** Watches `sent` on a node where another transaction has its nonce, and whose answer for `sent` comes at the nth look. */
async function watch({ foundAt }: { foundAt: number }) {
  let looks = 0
  const answers: Record<string, (params: string[]) => unknown> = {
    eth_getTransactionReceipt: ([hash]) => {
      if (hash === replacing.hash) return { status: '0x1' }
      looks += 1
      return looks >= foundAt ? { status: '0x1' } : null
    },
    eth_getTransactionCount: () => '0x5',
    eth_getBlockByNumber: () => ({ number: '0x9', transactions: [replacing] }),
  }
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    return Response.json({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? null })
  }
  const environment = { fetch, clock: { wait: async () => undefined } }
  // What a watch uses of a client.
  const client = { environment, options: {} } as unknown as SallyportClient
  const steps: RequestStep[] = []
  await watchReceipt(client, { chain, sent }, (step) => steps.push(step))
  return { looks, steps }
}

test('specification 9.33: a receipt is looked for six times more before another transaction counts in its place', async () => {
  const { looks, steps } = await watch({ foundAt: Number.POSITIVE_INFINITY })
  expect(looks).toBe(7)
  expect(steps).toMatchObject([{ step: 'replaced', replacement: { hash: replacing.hash } }])
})

test('specification 9.33: one that a node has by the sixth retry is confirmed', async () => {
  const { steps } = await watch({ foundAt: 7 })
  expect(steps).toEqual([{ step: 'confirmed', hash: sent.hash }])
})
