import { describe, expect, test } from 'vitest'
import { alice, compiled, idOf, policyOf, usdc, where } from '../testing/policies.js'
import { compileLimit } from './compile.js'
import { lintPolicy } from './lint.js'

/* What a policy may say, what is wrong with it and how to mend it, and what is suspicious. */

const sign = 'eth_signTransaction'
const one = (condition: ReturnType<typeof where>, method = sign, chain = 'ethereum') => {
  const result = compiled([{ method, conditions: [condition] }], { chain })
  return 'problems' in result ? result.problems[0] : 'fine'
}

describe('compilePolicy', () => {
  test.each([
    [
      where('ethereum_transaction.too', 'eq', alice),
      'rules[0].conditions[0].field',
      /^use one of to, value/,
    ],
    [
      where('ethereum_transaction.to', 'gt', alice),
      'rules[0].conditions[0].operator',
      /^use eq, in/,
    ],
    [
      where('ethereum_transaction.to', 'eq', 'vitalik.eth'),
      'rules[0].conditions[0].value',
      /correct/,
    ],
    [
      where('ethereum_transaction.to', 'eq', ` ${alice}`),
      'rules[0].conditions[0].value',
      /correct/,
    ],
    [where('ethereum_transaction.to', 'in', alice), 'rules[0].conditions[0].value', /write \[/],
    [where('ethereum_transaction.to', 'eq', [alice]), 'rules[0].conditions[0].value', /use in/],
    [
      where('ethereum_transaction.to', 'in', [alice, '0x1']),
      'rules[0].conditions[0].value[1]',
      /correct/,
    ],
    [where('ethereum_transaction.value', 'lte', '1.5'), 'rules[0].conditions[0].value', /correct/],
    [where('ethereum_transaction.value', 'lte', '1e18'), 'rules[0].conditions[0].value', /correct/],
    [where('ethereum_transaction.value', 'lte', '١'), 'rules[0].conditions[0].value', /correct/],
    [
      where('ethereum_transaction.value', 'lte', '9'.repeat(81)),
      'rules[0].conditions[0].value',
      /correct/,
    ],
    [
      where('ethereum_transaction.__proto__', 'eq', '1'),
      'rules[0].conditions[0].field',
      /use one of/,
    ],
    [where('__proto__.x', 'eq', '1'), 'rules[0].conditions[0].field_source', /use one of/],
    [where('constructor.name', 'eq', '1'), 'rules[0].conditions[0].field_source', /use one of/],
    [where('tron_transaction.x', 'eq', '1'), 'rules[0].conditions[0].field_source', /use one of/],
    [
      where('solana_program_instruction.programId', 'eq', 'x'),
      'rules[0].conditions[0].field_source',
      /ethereum/,
    ],
    [where('ethereum_calldata.transfer.to', 'eq', alice), 'rules[0].conditions[0].abi', /JSON ABI/],
    [
      where('ethereum_calldata.transfer.to', 'eq', alice, {
        abi: [{ type: 'event', name: 'transfer' }],
      }),
      'rules[0].conditions[0].abi',
      /JSON ABI/,
    ],
    [
      where('ethereum_calldata.a.b', 'eq', '1', {
        abi: [{ type: 'function', name: 'a', inputs: [], outputs: [], stateMutability: 'view' }],
      }),
      'rules[0].conditions[0].field',
      /function_name/,
    ],
    [
      where('ethereum_typed_data_message.a', 'eq', '1'),
      'rules[0].conditions[0].typed_data',
      /types/,
    ],
    [
      where('ethereum_typed_data_message.a.b', 'eq', '1', {
        typed_data: { types: { A: [{ name: 'a', type: 'uint8' }] }, primary_type: 'A' },
      }),
      'rules[0].conditions[0].field',
      /dotted path/,
    ],
    [
      where('reference.aggregation.unknown', 'lte', '1'),
      'rules[0].conditions[0].field',
      /aggregation/,
    ],
    [
      where(`reference.aggregation.${idOf('gone')}`, 'lte', '1'),
      'rules[0].conditions[0].field',
      /create the limit/,
    ],
    [
      where('action_request_body.amount', 'lte', '1'),
      'rules[0].conditions[0].field',
      /token_transfer.amount/,
    ],
  ])('error: refuses %j with its place and the mend', (condition, path, mend) => {
    expect(one(condition)).toMatchObject({ path, mend: expect.stringMatching(mend) })
  })

  test.each([
    ['tron_signTransaction', 'ethereum'],
    ['signMessage', 'ethereum'],
    ['personal_sign', 'solana'],
    ['__proto__', 'ethereum'],
    ['earn_deposit', 'ethereum'],
  ])('error: refuses the method %s on %s', (method, chain) => {
    expect(compiled([{ method }], { chain })).toMatchObject({
      problems: [{ path: 'rules[0].method' }],
    })
  })

  test('error: refuses a chain that is not offered, and says everything that is wrong at once', () => {
    expect(compiled([], { chain: 'tron' })).toMatchObject({ problems: [{ path: 'chain_type' }] })
    expect(
      compiled([{ method: 'x' }, { method: sign, conditions: [where('system.x', 'eq', '1')] }]),
    ).toMatchObject({
      problems: [{ path: 'rules[0].method' }, { path: 'rules[1].conditions[0].field' }],
    })
  })

  test.each(['eq', 'gt', 'gte', 'in_condition_set'] as const)(
    'error: an ALLOW takes no limit with %s',
    (operator) => {
      const id = idOf('l')

      expect(
        compiled(
          [{ method: sign, conditions: [where(`reference.aggregation.${id}`, operator, '1')] }],
          { limits: [id] },
        ),
      ).toMatchObject({
        problems: [{ mend: 'use lt or lte' }],
      })
    },
  )

  test('numbers are of any size and spelling', () => {
    expect(one(where('ethereum_transaction.value', 'lte', `0x${'f'.repeat(64)}`))).toBe('fine')
    expect(
      policyOf([{ method: sign, conditions: [where('ethereum_transaction.value', 'eq', '0x0A')] }])
        .rules[0]?.conditions[0]?.values,
    ).toEqual([10n])
  })
})

describe('compileLimit', () => {
  const base = {
    id: idOf('l'),
    name: 'l',
    method: '*',
    window: { type: 'rolling' as const, seconds: 60 },
  }

  test('error: a sum is of a number', () => {
    expect(
      compileLimit(
        { ...base, metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'to' } },
        { chain: 'ethereum' },
      ),
    ).toMatchObject({
      problems: [{ path: 'metric.field' }],
    })
  })

  test('error: fields of groups and conditions are known ones', () => {
    const result = compileLimit(
      {
        ...base,
        metric: { function: 'count' },
        conditions: [where('a.b', 'eq', '1')],
        group_by: [{ field_source: 'a', field: 'b' }],
      },
      { chain: 'ethereum' },
    )

    expect(result).toMatchObject({
      problems: [{ path: 'conditions[0].field_source' }, { path: 'group_by[0].field_source' }],
    })
  })
})

describe('lintPolicy', () => {
  const notes = (...rules: Parameters<typeof policyOf>[0]) =>
    lintPolicy(policyOf(rules)).map(({ note }) => note)
  const coin = where('token_transfer.asset', 'eq', usdc)
  const few = where('token_transfer.amount', 'lte', '1')

  test.each([
    [{ method: 'personal_sign' }, 'lets messages through that can log in or move money elsewhere'],
    [{ method: 'eth_signTypedData_v4' }, 'lets typed data through that can move money'],
    [{ method: 'raw_sign' }, 'lets digests through'],
    [{ method: '*' }, 'lets every method through'],
    [
      { method: '*', conditions: [where('system.current_unix_timestamp', 'lt', '2000000000')] },
      'lets every method through',
    ],
    [{ method: sign }, 'lets every transaction through'],
    [{ method: 'exportPrivateKey' }, 'lets the private key leave'],
    [{ method: sign, conditions: [coin] }, 'allows unlimited approvals'],
    [{ method: sign, conditions: [few] }, 'names no asset'],
    [
      { method: 'personal_sign', conditions: [where('ethereum_transaction.to', 'eq', alice)] },
      'can never match: personal_sign has no ethereum_transaction',
    ],
    [
      {
        method: sign,
        conditions: [
          where('ethereum_transaction.value', 'gt', '5'),
          where('ethereum_transaction.value', 'lt', '6'),
        ],
      },
      'can never match: two of its conditions',
    ],
    [
      {
        method: sign,
        conditions: [
          where('ethereum_transaction.to', 'eq', alice),
          where('ethereum_transaction.to', 'eq', usdc),
        ],
      },
      'can never match',
    ],
    [
      {
        method: sign,
        conditions: [
          where('ethereum_transaction.value', 'in', ['1', '2']),
          where('ethereum_transaction.value', 'gte', '3'),
        ],
      },
      'can never match',
    ],
  ])('says of %j what it %s', (rule, note) => {
    expect(notes(rule)).toEqual([expect.stringContaining(note)])
  })

  test('names the rule that denies another, and the one that it repeats', () => {
    expect(
      notes(
        { method: 'personal_sign', action: 'DENY' },
        { method: 'personal_sign', conditions: [where('message.content', 'eq', 'a')] },
      ),
    ).toEqual([
      'Rule 2 "ALLOW personal_sign" can never allow anything: the rule "DENY personal_sign" denies all of it.',
    ])
    const rule = { method: sign, conditions: [coin, few] }
    expect(notes(rule, rule)).toEqual([expect.stringContaining('repeats the rule')])
  })

  test('says nothing about a bounded rule', () => {
    expect(
      notes({
        method: sign,
        conditions: [
          coin,
          few,
          where('ethereum_transaction.value', 'gte', '0'),
          where('ethereum_transaction.value', 'lte', '0'),
        ],
      }),
    ).toEqual([])
    expect(
      notes({ method: sign, conditions: [coin, where('token_transfer.kind', 'eq', 'transfer')] }),
    ).toEqual([])
  })
})
