import { describe, expect, test } from 'vitest'
import {
  alice,
  approveData,
  factsOf,
  judged,
  mallory,
  ownAddress,
  policyOf,
  send,
  transferData,
  usdc,
  where,
  word,
} from '../../testing/policies.js'

/* What a policy for Ethereum lets through, judged from the bodies of requests. */

const isAllowed = (rules: Parameters<typeof policyOf>[0], body: Parameters<typeof factsOf>[0]) =>
  judged(factsOf(body), { policies: [policyOf(rules)] }).isAllowed
const reasonOf = (rules: Parameters<typeof policyOf>[0], body: Parameters<typeof factsOf>[0]) => {
  const judgement = judged(factsOf(body), { policies: [policyOf(rules)] })
  return judgement.isAllowed ? 'allowed' : judgement.refusal.reason
}
const sign = 'eth_signTransaction'
const most = 2n ** 256n - 1n

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
    const inSet = (id: string, value: string) => id === 'set1' && value === alice

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

describe('token_transfer', () => {
  const coin = (...more: ReturnType<typeof where>[]) => ({
    method: '*',
    conditions: [
      where('token_transfer.asset', 'eq', usdc),
      where('token_transfer.to', 'in', [alice]),
      where('token_transfer.amount', 'lte', '100'),
      ...more,
    ],
  })
  const multiSend = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
  const packed = (calls: { to: string; value?: number; data: string; operation?: string }[]) => {
    const hex = calls
      .map(
        ({ to, value = 0, data, operation = '00' }) =>
          `${operation}${to.slice(2)}${word(value)}${word((data.length - 2) / 2)}${data.slice(2)}`,
      )
      .join('')
    return `0x8d80ff0a${word(32)}${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
  }

  test.each([
    ['transfer', send({ data: transferData(alice, 100) })],
    ['transferFrom', send({ data: `0x23b872dd${word(ownAddress)}${word(alice)}${word(100)}` })],
    ['approve', send({ data: approveData(alice, 100) })],
    [
      'a batch',
      send({
        to: multiSend,
        data: packed([
          { to: usdc, data: transferData(alice, 60) },
          { to: usdc, data: transferData(alice, 40) },
        ]),
      }),
    ],
    [
      'a batch in a batch',
      send({
        to: multiSend,
        data: packed([
          { to: multiSend, data: packed([{ to: usdc, data: transferData(alice, 60) }]) },
        ]),
      }),
    ],
    [
      'calls',
      {
        method: 'wallet_sendCalls',
        caip2: 'eip155:1',
        params: { calls: [{ to: usdc, data: transferData(alice, 1) }] },
      },
    ],
  ])('one rule covers a coin by %s', (_, body) => {
    expect(reasonOf([coin()], body)).toBe('allowed')
  })

  test.each([
    ['another coin', send({ to: mallory, data: transferData(alice, 100) })],
    ['another recipient', send({ data: transferData(mallory, 1) })],
    ['too much', send({ data: transferData(alice, 101) })],
    ['an unlimited approval', send({ data: approveData(alice, most) })],
    ['approval of all items', send({ data: `0xa22cb465${word(alice)}${word(1)}` })],
    ['coins of the network beside it', send({ data: transferData(alice, 1), value: 1 })],
    ['a function that is not known', send({ data: `0x12345678${word(1)}` })],
    ['bytes behind the call', send({ data: `${transferData(alice, 1)}00` })],
    ['a deployment', { method: sign, params: { transaction: { data: '0x00' } } }],
    [
      'a batch of an unknown contract',
      send({ to: mallory, data: packed([{ to: usdc, data: transferData(alice, 1) }]) }),
    ],
    [
      'a batch with a call that is not read',
      send({
        to: multiSend,
        data: packed([
          { to: usdc, data: transferData(alice, 1) },
          { to: mallory, data: '0x01020304' },
        ]),
      }),
    ],
    [
      'a batch that keeps coins',
      send({ to: multiSend, value: 9, data: packed([{ to: usdc, data: transferData(alice, 1) }]) }),
    ],
    [
      'a batch whose second transfer is too much',
      send({
        to: multiSend,
        data: packed([
          { to: usdc, data: transferData(alice, 1) },
          { to: usdc, data: transferData(alice, 101) },
        ]),
      }),
    ],
    [
      'a delegate call in a batch',
      send({
        to: multiSend,
        data: packed([{ to: usdc, data: transferData(alice, 1), operation: '01' }]),
      }),
    ],
  ])('error: not %s', (_, body) => {
    expect(isAllowed([coin()], body)).toBe(false)
  })

  test('error: a DENY on a coin holds where the coin’s own contract is called in a way that is not read', () => {
    const deny = {
      method: '*',
      action: 'DENY' as const,
      conditions: [where('token_transfer.asset', 'eq', usdc)],
    }

    expect(isAllowed([{ method: '*' }, deny], send({ data: `${transferData(alice, 1)}00` }))).toBe(
      false,
    )
    expect(
      isAllowed(
        [{ method: '*' }, deny],
        send({ to: mallory, data: packed([{ to: usdc, data: transferData(alice, 1) }]) }),
      ),
    ).toBe(false)
    expect(isAllowed([{ method: '*' }, deny], send({ to: mallory, data: '0x12345678' }))).toBe(true)
  })

  test('the network’s own coin is native', () => {
    const rule = {
      method: '*',
      conditions: [
        where('token_transfer.asset', 'eq', 'native'),
        where('token_transfer.amount', 'lt', '10'),
      ],
    }

    expect(isAllowed([rule], send({ to: alice, value: 9 }))).toBe(true)
    expect(isAllowed([rule], send({ to: alice, value: 10 }))).toBe(false)
  })
})

describe('typed data', () => {
  const permitTypes = {
    Permit: [
      'owner:address',
      'spender:address',
      'value:uint256',
      'nonce:uint256',
      'deadline:uint256',
    ].map((each) => ({ name: each.split(':')[0] ?? '', type: each.split(':')[1] ?? '' })),
  }
  const permit = ({
    value = '100' as string | number,
    spender = alice,
    chainId = 1 as unknown,
    contract = usdc,
    types = permitTypes as object,
    more = {},
  } = {}) => ({
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: contract },
        types,
        primary_type: 'Permit',
        message: { owner: ownAddress, spender, value, nonce: 0, deadline: '0x77777777', ...more },
      },
    },
  })
  const rule = {
    method: 'eth_signTypedData_v4',
    conditions: [
      where('token_transfer.asset', 'eq', usdc),
      where('token_transfer.amount', 'lte', '100'),
      where('token_transfer.to', 'eq', alice),
      where('token_transfer.chain_id', 'eq', '1'),
    ],
  }

  test.each(['100', 100, '0x64'])('a permit over %j counts as a transfer', (value) => {
    expect(reasonOf([rule], permit({ value }))).toBe('allowed')
  })

  test.each([
    ['too much', permit({ value: 101 })],
    ['without a limit', permit({ value: String(most) })],
    ['another spender', permit({ spender: mallory })],
    ['another network', permit({ chainId: 8453 })],
    ['another network, in hex', permit({ chainId: '0x2105' })],
    [
      'a network that is not signed',
      permit({
        types: { ...permitTypes, EIP712Domain: [{ name: 'verifyingContract', type: 'address' }] },
      }),
    ],
    ['another coin', permit({ contract: mallory })],
  ])('error: not %s', (_, body) => {
    expect(isAllowed([rule], body)).toBe(false)
  })

  test('a batch of Permit2 counts with each of its coins', () => {
    const details = [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ]
    const batch = (...amounts: number[]) => ({
      method: 'eth_signTypedData_v4',
      params: {
        typed_data: {
          domain: { name: 'Permit2', chainId: 1, verifyingContract: mallory },
          types: {
            PermitDetails: details,
            PermitBatch: [
              { name: 'details', type: 'PermitDetails[]' },
              { name: 'spender', type: 'address' },
              { name: 'sigDeadline', type: 'uint256' },
            ],
          },
          primary_type: 'PermitBatch',
          message: {
            details: amounts.map((amount) => ({ token: usdc, amount, expiration: 1, nonce: 0 })),
            spender: alice,
            sigDeadline: 1,
          },
        },
      },
    })

    expect(isAllowed([rule], batch(100, 50))).toBe(true)
    expect(isAllowed([rule], batch(100, 101))).toBe(false)
  })

  const message = (field: string, value: string, operator: 'eq' | 'lte' = 'eq') =>
    where(`ethereum_typed_data_message.${field}`, operator, value, {
      typed_data: { types: permitTypes, primary_type: 'Permit' },
    })

  test('fields of the message are compared by their declared type', () => {
    const rules = [
      {
        method: 'eth_signTypedData_v4',
        conditions: [message('spender', alice), message('value', '100', 'lte')],
      },
    ]

    expect(isAllowed(rules, permit({ value: '0x64' }))).toBe(true)
    expect(isAllowed(rules, permit({ value: '0x65' }))).toBe(false)
  })

  test('error: the same name with other types is not the same data', () => {
    const other = { Permit: [...permitTypes.Permit, { name: 'note', type: 'string' }] }
    const allow = { method: 'eth_signTypedData_v4', conditions: [message('spender', alice)] }
    const deny = { ...allow, action: 'DENY' as const, conditions: [message('spender', mallory)] }

    expect(isAllowed([allow], permit({ types: other, more: { note: '' } }))).toBe(false)
    expect(isAllowed([{ method: '*' }, deny], permit({ types: other, more: { note: '' } }))).toBe(
      false,
    )
    expect(isAllowed([{ method: '*' }, deny], permit())).toBe(true)
  })

  test('members that are not declared, and names of prototypes, are not there', () => {
    const undeclared = { Permit: permitTypes.Permit.filter(({ name }) => name !== 'spender') }
    const rules = [
      { method: 'eth_signTypedData_v4', conditions: [where('token_transfer.to', 'eq', alice)] },
    ]

    expect(isAllowed(rules, permit({ types: undeclared }))).toBe(false)
  })

  test('the domain and the meaning are fields', () => {
    const rules = [
      {
        method: 'eth_signTypedData_v4',
        conditions: [
          where('ethereum_typed_data_domain.chainId', 'eq', '1'),
          where('ethereum_typed_data_domain.verifyingContract', 'eq', usdc),
          where('ethereum_typed_data_meaning.kind', 'eq', 'allowance'),
          where('ethereum_typed_data_meaning.spender', 'eq', alice),
        ],
      },
    ]

    expect(isAllowed(rules, permit())).toBe(true)
    expect(isAllowed(rules, permit({ spender: mallory }))).toBe(false)
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
