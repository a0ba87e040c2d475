import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerMcpLine } from './protocol.js'
import { createTools } from './tools.js'

const shop = `0x${'5b'.repeat(20)}`
const address = `0x${'ad'.repeat(20)}`
const grant = {
  id: '00000000-0000-4000-8000-000000000001',
  client_name: 'Agent',
  wallets: [{ id: 'd00000000000000000000000', address, chain_type: 'ethereum' }],
  policy: {
    ...{ version: 1, messages: false, typedData: false },
    transactions: { chainIds: ['31337'], recipients: [shop], mostWeiPerDay: '10000000000000000' },
  },
  limits: [
    {
      ...{ asset: 'native', symbol: 'ETH', decimals: 18 },
      ...{ most: '10000000000000000', left: '4000000000000000' },
    },
  ],
  ...{ created_at: 1, ends_at: 1_900_000_000, last_used_at: null },
}

let answers: Record<string, () => Response>
let sent: { path: string; body: Record<string, unknown>; key: string | null }[]
let path: string
let id: number
beforeEach(async () => {
  id = 0
  sent = []
  path = join(await mkdtemp(join(tmpdir(), 'sallyport-mcp-')), 'agent.json')
  answers = {
    device_authorization: () =>
      Response.json({
        ...{ device_code: 'secret', user_code: 'BCDF-GHJK', interval: 5, expires_in: 600 },
        ...{
          verification_uri: 'https://a/d',
          verification_uri_complete: 'https://a/d?code=BCDF-GHJK',
        },
      }),
    token: () => Response.json({ grant }),
    status: () => Response.json({ grant }),
    fill: () =>
      Response.json({
        ...{ nonce: '7', gas_limit: '21000', max_fee_per_gas: '2', max_priority_fee_per_gas: '1' },
      }),
    balance: () =>
      Response.json({ asset: 'native', symbol: 'ETH', decimals: 18, amount: '250000000000000000' }),
    rpc: () =>
      Response.json({
        method: 'eth_sendTransaction',
        data: { hash: '0xabc', caip2: 'eip155:31337' },
      }),
  }
})

const refused =
  (status: number, code: string, more: object = {}) =>
  () =>
    Response.json({ error: `It is ${code}`, code, ...more }, { status })

/** A client that speaks to the server line by line. */
function createClient() {
  const tools = createTools({
    ...{ apiUrl: 'https://auth.example', appId: 'app', name: 'Agent', path, nowMs: () => 0 },
    fetch: async (url, init) => {
      const name = url.split('/').at(-1) ?? ''
      const key = new Headers(init.headers).get('privy-idempotency-key')
      sent.push({ path: name, body: JSON.parse(String(init.body)), key })
      return answers[name]?.() ?? refused(404, 'not_found')()
    },
  })
  const about = { name: 'sallyport', version: '1', instructions: 'Call status first.' }
  const ask = async (method: string, params: object = {}) => {
    id += 1
    const line = await answerMcpLine(JSON.stringify({ jsonrpc: '2.0', id, method, params }), {
      ...{ about, tools },
    })
    return JSON.parse(line ?? '{}')
  }
  const call = async (name: string, input: object = {}) => {
    const { result } = await ask('tools/call', { name, arguments: input })
    return { text: String(result.content[0].text), isError: result.isError === true }
  }
  return { ask, call, raw: (line: string) => answerMcpLine(line, { about, tools }) }
}

/** A client whose user has allowed what it asked for. */
async function allowed() {
  const client = createClient()
  await client.call('request_access', { purpose: 'Groceries' })
  await client.call('status')
  return client
}

describe('the protocol', () => {
  test('agrees on a version, lists its tools and answers pings', async () => {
    const { ask } = createClient()
    const { result } = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {} })
    expect(result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'sallyport' },
    })
    const later = await ask('initialize', { protocolVersion: '2099-01-01' })
    expect(later.result.protocolVersion).toBe('2025-06-18')
    const { tools } = (await ask('tools/list')).result
    expect(tools.map((each: { name: string }) => each.name)).toEqual([
      ...['status', 'balance', 'send', 'request_access'],
    ])
    expect(tools[2].inputSchema.required).toEqual(['network', 'to', 'amount'])
    expect((await ask('ping')).result).toEqual({})
  })

  test('error: what is not a request', async () => {
    const { raw, ask } = createClient()
    expect(await raw('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeUndefined()
    expect(JSON.parse((await raw('not json')) ?? '')).toMatchObject({ error: { code: -32700 } })
    expect((await ask('resources/list')).error.code).toBe(-32601)
    expect((await ask('tools/call', { name: 'export' })).error.code).toBe(-32602)
  })
})

describe('the tools', () => {
  test('ask the user for access, and say what was allowed', async () => {
    const { call } = createClient()
    expect((await call('status')).text).toBe(
      'No user has given you access yet. Use request_access.',
    )
    const asked = await call('request_access', {
      ...{ purpose: 'Groceries', network: 'eip155:31337', amount_per_day: '0.01' },
      ...{ recipients: [shop], hours: 24 },
    })
    expect(asked.text).toContain('https://a/d?code=BCDF-GHJK')
    expect(sent.at(-1)?.body.asked).toEqual({
      purpose: 'Groceries',
      choice: {
        pay: {
          ...{ chain_id: '31337', asset: 'native', most_per_day: '10000000000000000' },
          ...{ most_fees_per_day: '0', recipients: [shop] },
        },
        hours: 24,
      },
    })
    answers.token = refused(400, 'authorization_pending')
    expect(await call('status')).toMatchObject({ isError: true })
    answers.token = () => Response.json({ grant })
    const { text } = await call('status')
    expect(text).toContain('up to 0.01 ETH, 0.004 left now')
    expect(text).toContain(`only to ${shop}`)
    expect(text).toContain('2030-03-17')
  })

  test('send a complete transaction, once for each payment_id', async () => {
    const { call } = await allowed()
    const payment = { network: 'eip155:31337', to: shop, amount: '0.001', payment_id: 'order-1' }
    const { text, isError } = await call('send', payment)
    expect([isError, text]).toEqual([false, expect.stringContaining('Transaction 0xabc')])
    expect(sent.at(-1)).toMatchObject({
      key: 'order-1',
      body: {
        method: 'eth_sendTransaction',
        params: { transaction: { type: 2, to: shop, value: '0x38d7ea4c68000', nonce: '0x7' } },
      },
    })
  })

  test('send a token by its decimals', async () => {
    const { call } = await allowed()
    const token = `0x${'c0'.repeat(20)}`
    answers.balance = () =>
      Response.json({ asset: token, symbol: 'USDC', decimals: 6, amount: '9' })
    await call('send', { network: 'eip155:31337', to: shop, amount: '1.5', token })
    const units = (1_500_000).toString(16).padStart(64, '0')
    expect(sent.at(-1)?.body).toMatchObject({
      params: {
        transaction: { to: token, value: '0x0', data: expect.stringMatching(`${units}$`) },
      },
    })
  })

  test('say what the wallet holds', async () => {
    const { call } = await allowed()
    const { text } = await call('balance', { network: 'eip155:31337' })
    expect(text).toBe(`${address} holds 0.25 ETH on eip155:31337.`)
  })

  test.each([
    [
      'policy_violation',
      403,
      {},
      /Refused by the limits.*\n.*0\.004 left now\n.*use request_access/,
    ],
    ['user_has_not_delegated_wallet', 403, { data: { reason: 'expired' } }, /time .* is over/],
    ['user_has_not_delegated_wallet', 403, { data: { reason: 'ended' } }, /user has ended/],
    ['awaiting_approval', 403, {}, /waits for the approval/],
    ['insufficient_funds', 400, {}, /does not hold enough/],
    ['transaction_broadcast_failure', 400, {}, /network refused it/],
    ['too_many_requests', 429, {}, /Wait \d+ seconds/],
  ])('error: %s is told in words that an agent can act on', async (code, status, more, words) => {
    const { call } = await allowed()
    answers.rpc = refused(status, code, more)
    const payment = { network: 'eip155:31337', to: shop, amount: '0.001' }
    const { text, isError } = await call('send', payment)
    expect([isError, text]).toEqual([true, expect.stringMatching(words)])
  })

  test('error: an amount, network or address that is none', async () => {
    const { call } = await allowed()
    const payment = { network: 'eip155:31337', to: shop, amount: '0.001' }
    for (const wrong of [{ amount: 'all' }, { network: 'base' }, { amount: '' }])
      expect(await call('send', { ...payment, ...wrong })).toMatchObject({ isError: true })
    expect(sent.filter((each) => each.path === 'rpc')).toEqual([])
  })
})
