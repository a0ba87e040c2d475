import { describe, expect, test } from 'vitest'
import {
  alice,
  approveData,
  factsOf,
  judged,
  mallory,
  policyOf,
  send,
  transferData,
  where,
  word,
} from '../testing/policies.js'

/* What a policy for Ethereum lets through, judged from the bodies of requests. */

const isAllowed = (rules: Parameters<typeof policyOf>[0], body: Parameters<typeof factsOf>[0]) =>
  judged(factsOf(body), { policies: [policyOf(rules)] }).isAllowed
const reasonOf = (rules: Parameters<typeof policyOf>[0], body: Parameters<typeof factsOf>[0]) => {
  const judgement = judged(factsOf(body), { policies: [policyOf(rules)] })
  return judgement.isAllowed ? 'allowed' : judgement.refusal.reason
}
const sign = 'eth_signTransaction'

describe('rules', () => {
  const small = { method: sign, conditions: [where('ethereum_transaction.value', 'lte', '10')] }

  test('an ALLOW lets through what meets all of its conditions', () => {
    expect(isAllowed([small], send({ value: 10 }))).toBe(true)
    expect(isAllowed([small], send({ value: '0xa' }))).toBe(true)
  })

  test('error: nothing else passes, and the reason says rule, field, value and what is allowed', () => {
    expect(reasonOf([small], send({ value: 11 }))).toBe(
      'Policy "Test" (revision 3), rule "ALLOW eth_signTransaction": ethereum_transaction.value is 11, allowed is at most 10.',
    )
  })

  test('error: a method without a rule is denied', () => {
    const message = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } }

    expect(reasonOf([small], message)).toBe(
      'Policy "Test" (revision 3) has no rule that allows personal_sign.',
    )
    expect(isAllowed([], message)).toBe(false)
  })

  test('error: a DENY wins over every ALLOW, wherever it stands', () => {
    const deny = {
      method: '*',
      action: 'DENY' as const,
      conditions: [where('ethereum_transaction.to', 'eq', mallory)],
    }
    const all = { method: '*' }

    for (const rules of [
      [deny, all],
      [all, deny],
    ]) {
      expect(isAllowed(rules, send({ to: alice }))).toBe(true)
      expect(reasonOf(rules, send({ to: mallory }))).toContain('denies this by its rule "DENY *"')
    }
  })

  test('a wallet without a policy is unrestricted, and all policies have to allow', () => {
    const facts = factsOf(send({ value: 5 }))
    const other = policyOf([
      { method: sign, conditions: [where('ethereum_transaction.value', 'lt', '5')] },
    ])

    expect(judged(facts, { policies: [] }).isAllowed).toBe(true)
    expect(judged(facts, { policies: [policyOf([small])] }).isAllowed).toBe(true)
    expect(judged(facts, { policies: [policyOf([small]), other] }).isAllowed).toBe(false)
  })

  test('WAL-18: an address is one address in every letter case, and never a name', () => {
    const rule = {
      method: sign,
      conditions: [
        where('ethereum_transaction.to', 'eq', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'),
      ],
    }

    expect(
      isAllowed(
        [rule],
        send({ to: '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'.replace('0X', '0x') }),
      ),
    ).toBe(true)
    // The checksum of another network (EIP-1191).
    expect(isAllowed([rule], send({ to: '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD' }))).toBe(true)
  })

  test('condition sets are looked up', () => {
    const policy = policyOf([
      { method: sign, conditions: [where('ethereum_transaction.to', 'in_condition_set', 'set1')] },
    ])
    const inSet = (id: string, value: unknown) => id === 'set1' && value === alice

    expect(judged(factsOf(send({ to: alice })), { policies: [policy], inSet }).isAllowed).toBe(true)
    expect(judged(factsOf(send({ to: mallory })), { policies: [policy], inSet }).isAllowed).toBe(
      false,
    )
  })

  test('the time of the signer bounds a rule', () => {
    const rule = (operator: 'gt' | 'lt') => ({
      method: '*',
      conditions: [where('system.current_unix_timestamp', operator, '1800000000')],
    })

    expect(
      judged(factsOf(send({})), { policies: [policyOf([rule('lt')])], nowSeconds: 1_799_999_999n })
        .isAllowed,
    ).toBe(true)
    expect(
      judged(factsOf(send({})), { policies: [policyOf([rule('gt')])], nowSeconds: 1_800_000_000n })
        .isAllowed,
    ).toBe(false)
  })
})

describe('transactions', () => {
  test.each([
    ['max_fee', '1000000', '999999'],
    ['max_fee_per_gas', '10', '9'],
    ['gas_limit', '100000', '99999'],
    ['cost', '1000007', '1000006'],
    ['chain_id', '1', '0'],
    ['type', '2', '1'],
  ])('a cap on %s holds', (field, enough, tooLittle) => {
    const rule = (value: string) => ({
      method: sign,
      conditions: [where(`ethereum_transaction.${field}`, 'lte', value)],
    })

    expect(isAllowed([rule(enough)], send({ value: 7 }))).toBe(true)
    expect(isAllowed([rule(tooLittle)], send({ value: 7 }))).toBe(false)
  })

  test('the price of a transaction of type 0 and 1 counts as its fee', () => {
    const rule = {
      method: sign,
      conditions: [where('ethereum_transaction.max_fee', 'lte', '300000')],
    }

    expect(isAllowed([rule], send({ type: 0, gas_price: 3 }))).toBe(true)
    expect(isAllowed([rule], send({ type: 1, gas_price: 4 }))).toBe(false)
  })

  test('error: a deployment has no recipient', () => {
    const rule = { method: sign, conditions: [where('ethereum_transaction.to', 'in', [alice])] }

    expect(isAllowed([rule], { method: sign, params: { transaction: { data: '0x6000' } } })).toBe(
      false,
    )
  })

  test('error: every call of a batch has to be allowed', () => {
    const rule = {
      method: 'wallet_sendCalls',
      conditions: [where('ethereum_transaction.to', 'eq', alice)],
    }
    const calls = (...to: string[]) => ({
      method: 'wallet_sendCalls',
      caip2: 'eip155:1',
      params: { calls: to.map((each) => ({ to: each })) },
    })

    expect(isAllowed([rule], calls(alice, alice))).toBe(true)
    expect(isAllowed([rule], calls(alice, mallory))).toBe(false)
  })

  test('error: a transaction that names another network, or another sender, is not read', () => {
    const all = [{ method: '*' }]

    expect(reasonOf(all, send({ chain_id: 5 }, 'eth_sendTransaction'))).toContain('two networks')
    expect(reasonOf(all, send({ from: mallory }))).toContain('another sender')
    // Without a policy too.
    expect(judged(factsOf(send({ from: mallory })), { policies: [] }).isAllowed).toBe(false)
  })

  test('error: an authorization in a transaction of type 4 is judged', () => {
    const list = [{ contract: mallory, chain_id: 1, nonce: 0, r: 1, s: 1, y_parity: 0 }]
    const deny = {
      method: '*',
      action: 'DENY' as const,
      conditions: [where('ethereum_7702_authorization.contract', 'eq', mallory)],
    }
    const coins = { method: sign, conditions: [where('token_transfer.asset', 'eq', 'native')] }

    expect(isAllowed([{ method: sign }, deny], send({ authorization_list: list, to: alice }))).toBe(
      false,
    )
    expect(isAllowed([coins], send({ authorization_list: list, to: alice }))).toBe(false)
    expect(isAllowed([coins], send({ to: alice }))).toBe(true)
  })

  test('an authorization is allowed for one contract on one network', () => {
    const rule = {
      method: 'eth_sign7702Authorization',
      conditions: [
        where('ethereum_7702_authorization.contract', 'eq', alice),
        where('ethereum_7702_authorization.chain_id', 'eq', '1'),
      ],
    }
    const ask = (contract: string, chainId: number) => ({
      method: 'eth_sign7702Authorization',
      params: { contract, chain_id: chainId },
    })

    expect(isAllowed([rule], ask(alice, 1))).toBe(true)
    expect(isAllowed([rule], ask(mallory, 1))).toBe(false)
    // Of any network.
    expect(isAllowed([rule], ask(alice, 0))).toBe(false)
  })
})

describe('ethereum_calldata', () => {
  const abi = [
    {
      type: 'function',
      name: 'transfer',
      inputs: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      outputs: [{ type: 'bool' }],
      stateMutability: 'nonpayable',
    },
  ]
  const rule = (action: 'ALLOW' | 'DENY') => ({
    method: sign,
    action,
    conditions: [
      where('ethereum_calldata.function_name', 'eq', 'transfer', { abi }),
      where('ethereum_calldata.transfer.amount', 'lte', '100', { abi }),
    ],
  })
  const all = { method: sign }
  const good = transferData(alice, 100)

  test('arguments are compared', () => {
    expect(isAllowed([rule('ALLOW')], send({ data: good }))).toBe(true)
    expect(isAllowed([rule('ALLOW')], send({ data: transferData(alice, 101) }))).toBe(false)
    expect(isAllowed([rule('DENY'), all], send({ data: transferData(alice, 101) }))).toBe(true)
  })

  test.each([
    ['bytes behind it', `${transferData(alice, 100)}00`],
    ['a word behind it', `${transferData(alice, 100)}${word(0)}`],
    ['short data', good.slice(0, -2)],
    ['no arguments', good.slice(0, 10)],
    [
      'an address with more than 20 bytes',
      `0xa9059cbb${'f'.repeat(24)}${alice.slice(2)}${word(100)}`,
    ],
  ])('error: %s is not allowed by an ALLOW, and met by a DENY', (_, data) => {
    expect(isAllowed([rule('ALLOW')], send({ data }))).toBe(false)
    expect(isAllowed([rule('DENY'), all], send({ data }))).toBe(false)
  })

  test('other functions, and data without one, are not meant', () => {
    for (const data of [approveData(alice, 1), '0x', '0xa9059c'])
      expect([
        isAllowed([rule('ALLOW')], send({ data })),
        isAllowed([rule('DENY'), all], send({ data })),
      ]).toEqual([false, true])
  })

  test('selectors are the same in capitals', () => {
    expect(isAllowed([rule('ALLOW')], send({ data: `0xA9059CBB${good.slice(10)}` }))).toBe(true)
  })
})

describe('messages and digests', () => {
  const login = {
    method: 'personal_sign',
    conditions: [
      where('message.content', 'starts_with', 'app.example wants you'),
      where('message.byte_length', 'lte', '100'),
    ],
  }
  const ask = (message: string, encoding = 'utf-8') => ({
    method: 'personal_sign',
    params: { message, encoding },
  })

  test('a message is compared as text, in each encoding', () => {
    expect(isAllowed([login], ask('app.example wants you to sign in'))).toBe(true)
    expect(
      isAllowed([login], ask(Buffer.from('app.example wants you').toString('hex'), 'hex')),
    ).toBe(true)
    expect(isAllowed([login], ask(`app.example wants you ${'x'.repeat(100)}`))).toBe(false)
    expect(isAllowed([login], ask('ａpp.example wants you'))).toBe(false)
  })

  test('error: bytes that are not text are not allowed by their content', () => {
    expect(isAllowed([login], ask('ff00ff', 'hex'))).toBe(false)
  })

  test('error: a digest needs a rule of its own', () => {
    const ask = { method: 'secp256k1_sign', params: { hash: `0x${'00'.repeat(32)}` } }

    expect(isAllowed([login], ask)).toBe(false)
    expect(isAllowed([{ method: 'secp256k1_sign' }], ask)).toBe(true)
  })
})
