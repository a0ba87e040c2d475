import { createHash } from 'node:crypto'
import { solanaPrograms, toBase58 } from '@sallyport/contract/requests'
import { describe, expect, test } from 'vitest'
import {
  feePrice,
  type InstructionBytes,
  memoOf,
  psbtOf,
  sol,
  solanaTransaction,
  spl,
} from '../testing/chain-bytes.js'
import { factsOf, idOf, judged, limitOf, policyOf, where } from '../testing/policies.js'
import type { Judgement } from './judge.js'

/* Policies for Solana and Bitcoin, judged from the bytes that are signed. */

const key = (value: number) => toBase58(new Uint8Array(32).fill(value))
const [own, alice, mallory, mint, source, account] = [1, 2, 3, 4, 5, 6].map(key) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const reason = (judgement: Judgement) =>
  judgement.isAllowed ? 'allowed' : judgement.refusal.reason

describe('solana', () => {
  const ask = (
    steps: readonly InstructionBytes[],
    given?: Parameters<typeof solanaTransaction>[2],
  ) =>
    factsOf(
      {
        method: 'signTransaction',
        params: { transaction: solanaTransaction(own, steps, given), encoding: 'base64' },
      },
      { chain: 'solana', address: own },
    )
  const isAllowed = (rules: Parameters<typeof policyOf>[0], facts: ReturnType<typeof ask>) =>
    judged(facts, { policies: [policyOf(rules, { chain: 'solana' })] }).isAllowed
  const method = 'signTransaction'
  const toAlice = {
    method,
    conditions: [
      where('solana_system_program_instruction.Transfer.to', 'eq', alice),
      where('solana_system_program_instruction.Transfer.lamports', 'lte', '100'),
    ],
  }

  test('each instruction has to be allowed; the fee and a memo need no rule', () => {
    expect(isAllowed([toAlice], ask([feePrice(1n), sol(own, alice, 100n), memoOf('hi')]))).toBe(
      true,
    )
    expect(isAllowed([toAlice], ask([sol(own, alice, 100n), sol(own, mallory, 1n)]))).toBe(false)
    expect(isAllowed([toAlice], ask([sol(own, alice, 101n)]))).toBe(false)
  })

  test('error: a fee alone is not allowed, and a DENY meets it', () => {
    const deny = {
      method,
      action: 'DENY' as const,
      conditions: [where('solana_program_instruction.programId', 'eq', solanaPrograms.memo)],
    }

    expect(isAllowed([toAlice], ask([feePrice(1n)]))).toBe(false)
    expect(isAllowed([toAlice, deny], ask([sol(own, alice, 1n), memoOf('hi')]))).toBe(false)
  })

  test('fee, payer and signers are fields', () => {
    const capped = {
      method,
      conditions: [
        ...toAlice.conditions,
        where('solana_transaction.max_fee', 'lte', '5200'),
        where('solana_transaction.signers', 'eq', '1'),
      ],
    }

    expect(isAllowed([capped], ask([feePrice(1_000n), sol(own, alice, 1n)]))).toBe(true)
    expect(isAllowed([capped], ask([feePrice(9_000n), sol(own, alice, 1n)]))).toBe(false)
    expect(isAllowed([capped], ask([sol(own, alice, 1n)], { signers: 2 }))).toBe(false)
  })

  const coin = {
    method,
    conditions: [
      where('token_transfer.asset', 'eq', mint),
      where('token_transfer.to', 'in', [account]),
      where('token_transfer.amount', 'lte', '50'),
    ],
  }
  const token = (changes: Partial<Parameters<typeof spl>[0]> = {}) =>
    spl({ source, mint, to: account, owner: own, units: 50n, ...changes })

  test('one rule covers a token, and Token-2022 only where the program is allowed', () => {
    expect(isAllowed([coin], ask([token()]))).toBe(true)
    expect(isAllowed([coin], ask([token({ units: 51n })]))).toBe(false)
    expect(isAllowed([coin], ask([token({ to: mallory })]))).toBe(false)
    const classic = {
      ...coin,
      conditions: [
        ...coin.conditions,
        where('solana_program_instruction.programId', 'eq', solanaPrograms.token),
      ],
    }
    expect(isAllowed([classic], ask([token()]))).toBe(true)
    expect(isAllowed([classic], ask([token({ program: solanaPrograms.token2022 })]))).toBe(false)
  })

  test('a transfer with a fee of Token-2022 counts with all that leaves', () => {
    const withFee = {
      ...token({ program: solanaPrograms.token2022 }),
      data: [26, 1, ...new Uint8Array([51, 0, 0, 0, 0, 0, 0, 0]), 6, ...new Uint8Array(8)],
    }

    expect(isAllowed([coin], ask([withFee]))).toBe(false)
    expect(
      isAllowed(
        [
          {
            ...coin,
            conditions: [
              ...coin.conditions.slice(0, 2),
              where('token_transfer.amount', 'lte', '51'),
            ],
          },
        ],
        ask([withFee]),
      ),
    ).toBe(true)
  })

  test.each<[string, InstructionBytes]>([
    [
      'a transfer that names no mint',
      {
        program: solanaPrograms.token,
        accounts: [source, account, own],
        data: [3, 1, 0, 0, 0, 0, 0, 0, 0],
      },
    ],
    [
      'an approval of everything',
      {
        program: solanaPrograms.token,
        accounts: [source, mint, account, own],
        data: [13, ...new Uint8Array(8).fill(255), 6],
      },
    ],
    [
      'SetAuthority',
      {
        program: solanaPrograms.token,
        accounts: [source, own],
        data: [6, 2, 1, ...new Uint8Array(32)],
      },
    ],
    ['extra bytes behind a transfer', { ...token(), data: [...token().data, 0] }],
    ['an unknown program', { program: mallory, accounts: [own], data: [1] }],
    [
      'a new account',
      {
        program: solanaPrograms.system,
        accounts: [own, account],
        data: [0, 0, 0, 0, ...new Uint8Array(48)],
      },
    ],
    [
      'a durable nonce',
      { program: solanaPrograms.system, accounts: [source, own, own], data: [4, 0, 0, 0] },
    ],
  ])('error: a rule for a token does not allow %s', (_, step) => {
    expect(isAllowed([coin], ask([step]))).toBe(false)
    expect(isAllowed([coin], ask([token(), step]))).toBe(false)
  })

  test('error: an account of a look-up table is not known: no ALLOW takes it, every DENY does', () => {
    const hidden = ask(
      [
        {
          program: solanaPrograms.system,
          accounts: [own, null],
          data: [2, 0, 0, 0, ...new Uint8Array(8)],
        },
      ],
      { table: mallory },
    )
    const deny = {
      method,
      action: 'DENY' as const,
      conditions: [where('solana_system_program_instruction.Transfer.to', 'eq', mallory)],
    }

    expect(isAllowed([toAlice], hidden)).toBe(false)
    expect(isAllowed([{ method }, deny], hidden)).toBe(false)
    expect(isAllowed([{ method }], hidden)).toBe(true)
  })

  test('fields of token instructions are read from its accounts', () => {
    const rules = [
      {
        method,
        conditions: [
          where('solana_token_program_instruction.instructionName', 'eq', 'TransferChecked'),
          where('solana_token_program_instruction.TransferChecked.authority', 'eq', own),
          where('solana_token_program_instruction.TransferChecked.source', 'eq', source),
          where('solana_token_program_instruction.TransferChecked.destination', 'eq', account),
          where('solana_token_program_instruction.TransferChecked.mint', 'eq', mint),
          where('solana_token_program_instruction.TransferChecked.amount', 'lt', '51'),
        ],
      },
    ]

    expect(isAllowed(rules, ask([token()]))).toBe(true)
    expect(isAllowed(rules, ask([token({ owner: mallory })]))).toBe(false)
  })

  test('a limit counts lamports with the fee', () => {
    const id = idOf('l')
    const limit = limitOf(
      {
        id,
        method: '*',
        metric: { function: 'sum', field_source: 'solana_transaction', field: 'cost' },
      },
      'solana',
    )
    const policies = [
      policyOf([{ method, conditions: [where(`reference.aggregation.${id}`, 'lte', '5100')] }], {
        chain: 'solana',
        limits: [id],
      }),
    ]

    expect(
      judged(ask([sol(own, alice, 60n), sol(own, alice, 40n)]), { policies, limits: [limit] }),
    ).toMatchObject({ reservations: [{ amount: 5_100n, most: 5_100n }] })
    expect(judged(ask([sol(own, alice, 101n)]), { policies, limits: [limit] }).isAllowed).toBe(
      false,
    )
  })

  test('error: a message that could be a transaction, and bytes that are not text', () => {
    const policies = [policyOf([{ method: '*' }], { chain: 'solana' })]
    const message = (bytes: Uint8Array) =>
      reason(
        judged(
          factsOf(
            {
              method: 'signMessage',
              params: { message: Buffer.from(bytes).toString('base64'), encoding: 'base64' },
            },
            { chain: 'solana', address: own },
          ),
          { policies },
        ),
      )
    const transaction = Buffer.from(
      solanaTransaction(own, [sol(own, alice, 1n)]),
      'base64',
    ).subarray(65)

    const binary = { message: Buffer.of(0xff).toString('base64'), encoding: 'base64' }
    const asked = { method: 'signMessage', params: binary }
    const facts = factsOf(asked, { chain: 'solana', address: own })

    expect(judged(facts, { policies: [] }).isAllowed).toBe(true)
    expect(message(Buffer.from('hello'))).toBe('allowed')
    expect(message(transaction)).toContain('could be a transaction')
    expect(message(Uint8Array.of(0xff, 0xfe))).toContain('could be a transaction')
  })

  test.each(['AQID', 'AA==', Buffer.alloc(66).toString('base64')])(
    'error: %s is not a transaction',
    (transaction) => {
      const facts = factsOf(
        { method, params: { transaction, encoding: 'base64' } },
        { chain: 'solana', address: own },
      )

      expect(isAllowed([{ method: '*' }], facts)).toBe(false)
    },
  )
})

describe('bitcoin', () => {
  const ownScript = `0014${'11'.repeat(20)}`
  const aliceScript = `0014${'22'.repeat(20)}`
  const malloryScript = `5120${'33'.repeat(32)}`
  const address = 'bc1qyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zc6v074'
  const sha256 = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest())
  const place = { ownScript, network: 'mainnet' as const, sha256 }
  const ask = (...outputs: [script: string, amount: bigint][]) =>
    factsOf(
      {
        method: 'bitcoin_signPsbt',
        params: {
          psbt: psbtOf(
            [{ script: ownScript, amount: 100_000n }],
            outputs.map(([script, amount]) => ({ script, amount })),
          ),
          encoding: 'base64',
        },
      },
      { chain: 'bitcoin', address: 'bc1q', bitcoin: place },
    )
  const method = 'bitcoin_signPsbt'
  const rule = {
    method,
    conditions: [
      where('bitcoin_output.address', 'in', [address.toUpperCase()]),
      where('bitcoin_output.amount', 'lte', '50000'),
      where('bitcoin_transaction.fee', 'lte', '1000'),
    ],
  }
  const isAllowed = (rules: Parameters<typeof policyOf>[0], of: ReturnType<typeof ask>) =>
    judged(of, { policies: [policyOf(rules, { chain: 'bitcoin-segwit' })] }).isAllowed

  test('each output that is not change has to be allowed, and the fee is capped', () => {
    expect(isAllowed([rule], ask([aliceScript, 50_000n], [ownScript, 49_000n]))).toBe(true)
    expect(isAllowed([rule], ask([aliceScript, 50_000n], [ownScript, 48_999n]))).toBe(false)
    expect(isAllowed([rule], ask([aliceScript, 50_001n], [ownScript, 49_000n]))).toBe(false)
    expect(
      isAllowed([rule], ask([aliceScript, 1n], [malloryScript, 1n], [ownScript, 99_000n])),
    ).toBe(false)
  })

  test('error: data is an output that needs its own rule', () => {
    const data: [string, bigint] = ['6a0568656c6c6f', 0n]

    expect(isAllowed([rule], ask([aliceScript, 1n], data, [ownScript, 99_000n]))).toBe(false)
    expect(
      isAllowed(
        [
          rule,
          {
            method,
            conditions: [
              where('bitcoin_output.is_data', 'eq', 'true'),
              where('bitcoin_output.amount', 'eq', '0'),
            ],
          },
        ],
        ask([aliceScript, 1n], data, [ownScript, 99_000n]),
      ),
    ).toBe(true)
  })

  test('what goes back to the wallet alone is judged, by its fee', () => {
    const back = { method, conditions: [where('bitcoin_transaction.amount', 'lte', '500')] }

    expect(isAllowed([back], ask([ownScript, 99_500n]))).toBe(true)
    expect(isAllowed([back], ask([ownScript, 99_499n]))).toBe(false)
  })

  test('one rule covers the coin, and a limit sums what is paid', () => {
    const id = idOf('l')
    const coin = {
      method,
      conditions: [
        where('token_transfer.asset', 'eq', 'native'),
        where('token_transfer.amount', 'lte', '60000'),
        where(`reference.aggregation.${id}`, 'lte', '60000'),
      ],
    }
    const limit = limitOf(
      {
        id,
        method: '*',
        metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
      },
      'bitcoin',
    )
    const policies = [policyOf([coin], { chain: 'bitcoin-segwit', limits: [id] })]

    expect(
      judged(ask([aliceScript, 30_000n], [malloryScript, 30_000n], [ownScript, 1n]), {
        policies,
        limits: [limit],
      }),
    ).toMatchObject({ reservations: [{ amount: 60_000n }] })
    expect(
      judged(ask([aliceScript, 30_001n], [malloryScript, 30_000n]), { policies, limits: [limit] })
        .isAllowed,
    ).toBe(false)
  })

  test('error: outputs above inputs, and bytes that are not a PSBT', () => {
    expect(isAllowed([{ method: '*' }], ask([aliceScript, 100_001n]))).toBe(false)
    const broken = factsOf(
      { method, params: { psbt: 'cHNi', encoding: 'base64' } },
      { chain: 'bitcoin', bitcoin: place },
    )
    expect(isAllowed([{ method: '*' }], broken)).toBe(false)
  })
})
