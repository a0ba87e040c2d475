import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rpcBroadcast } from './broadcast.js'

/* A node that answers what a test says, by method. */

let answers: Record<string, unknown>
let asked: { method: string; params: unknown[] }[] = []
const node = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    const { method, params } = JSON.parse(text)
    asked.push({ method, params })
    response.end(JSON.stringify(answers[method] ?? 'nothing'))
  })
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => void node.close())
beforeEach(() => {
  answers = {}
  asked = []
})

const broadcast = () =>
  rpcBroadcast({
    ethereumRpcUrls: new Map([['1', url]]),
    solanaRpcUrls: new Map([['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', url]]),
  })
const signed = '0x02c0'
/** keccak-256 of the two bytes, */
const hash = '0xcace66b6a82a5dc496a5b21a4032eb58baf223ea6f142a01593a5d105d5ee150'
const send = (given = signed) => broadcast().send({ caip2: 'eip155:1', signed: given })
const refused = (message: string) => ({ error: { code: -32000, message } })

describe('rpcBroadcast', () => {
  test('supports the chains that have a node', () => {
    const { supports } = broadcast()
    expect(['eip155:1', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'].map(supports)).toEqual([
      true,
      true,
    ])
    for (const other of ['eip155:10', 'solana:1', 'bip122:1', '1', '', 'eip155:'])
      expect(supports(other), other).toBe(false)
  })

  test('sends the bytes, and names the transaction itself whatever the node says', async () => {
    answers = { eth_sendRawTransaction: { result: `0x${'00'.repeat(32)}` } }
    expect(await send()).toBe(hash)
    expect(asked).toEqual([{ method: 'eth_sendRawTransaction', params: [signed] }])
  })

  test('sends a transaction of Solana, which its signature names', async () => {
    answers = { sendTransaction: { result: 'another' } }
    const bytes = Buffer.from([1, ...new Uint8Array(64).fill(1), 9]).toString('base64')
    const caip2 = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    const id = await broadcast().send({ caip2, signed: bytes })
    expect(id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/)
    expect(asked[0]).toEqual({
      method: 'sendTransaction',
      params: [bytes, { encoding: 'base64' }],
    })
  })

  test('a transaction that the node has already counts as sent', async () => {
    answers = {
      eth_sendRawTransaction: refused('already known'),
      eth_getTransactionByHash: { result: { hash } },
    }
    expect(await send()).toBe(hash)
  })

  test('SIG-15: error: insufficient funds, and another refusal', async () => {
    answers = {
      eth_sendRawTransaction: refused('insufficient funds for gas * price + value'),
      eth_getTransactionByHash: { result: null },
    }
    await expect(send()).rejects.toMatchObject({ code: 'insufficient_funds' })
    answers = { ...answers, eth_sendRawTransaction: refused('nonce too low') }
    await expect(send()).rejects.toMatchObject({
      code: 'transaction_broadcast_failure',
      message: expect.stringContaining('refused'),
    })
  })

  test('error: a node that answers nonsense: the transaction may have been sent', async () => {
    await expect(send()).rejects.toMatchObject({
      code: 'transaction_broadcast_failure',
      message: expect.stringContaining('may have the transaction'),
    })
  })
})
