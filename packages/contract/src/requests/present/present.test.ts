import { describe, expect, test } from 'vitest'
import {
  requestWordsEn as en,
  inertText,
  type PresentGiven,
  present,
  readLogin,
  type Subject,
  type TypedDataReading,
} from '../index.js'

const given: PresentGiven = { words: en, locale: 'en', wallet: null, host: 'app.example' }
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const shown = (subject: Subject, more: Partial<PresentGiven> = {}) =>
  present(subject, { ...given, ...more })
const isStopped = ({ cautions }: ReturnType<typeof shown>) => cautions.some(({ isStop }) => isStop)
const textsOf = ({ cautions }: ReturnType<typeof shown>) => cautions.map(({ text }) => text)
const message = (text: string, site: string | null = null) => {
  const login = readLogin(`${site} wants you to sign in with your Ethereum account:\n`)
  const read = { text: inertText(text), login: site === null ? null : login }
  return shown({ kind: 'message', chain: 'ethereum', ...read })
}
const transaction = {
  kind: 'ethereum-transaction',
  action: { kind: 'send', to: bob },
  valueWei: 1_500_000_000_000_000_001n,
  maxFeeWei: 21_000n,
  chainId: 1n,
  nonce: 0n,
  gasLimit: 21_000n,
  data: null,
  authorizations: [],
} as const

describe('present', () => {
  test('an amount is shown exactly as it is signed', () => {
    const { title, amount, parts } = shown(transaction)

    expect(title).toBe('Send ETH')
    expect(amount).toEqual({ value: '−1.500000000000000001', unit: 'ETH', isUnverified: false })
    expect(JSON.stringify(parts)).toContain('0.000000000000021 ETH')
    expect(JSON.stringify(parts)).toContain(bob)
  })

  test('an unknown network is named by its number, with a warning and no symbol', () => {
    const { parts, cautions, title } = shown({ ...transaction, chainId: 987n })

    expect(title).not.toContain('ETH')
    expect(JSON.stringify(parts)).toContain('Unknown network (987)')
    expect(cautions.map(({ text }) => text)).toContain(en.warning.unknownNetwork)
  })

  test('an operation of a smart wallet shows each call, who calls, and who pays', () => {
    const eve = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const send = { kind: 'send', to: bob } as const
    const operation = {
      kind: 'user-operation',
      sender: eve,
      chainId: 1n,
      nonce: 0n,
      maxFeeWei: null,
      calls: [
        { action: send, valueWei: 5n * 10n ** 17n, data: null },
        {
          action: { kind: 'send-token', token: eve, units: 7n, to: bob },
          valueWei: 0n,
          data: inertText('0xa9059cbb'),
        },
      ],
    } as const
    const several = shown(operation)
    const { title, parts } = several
    expect(title).toBe('Make 2 calls at once')
    expect(JSON.stringify(parts)).toMatch(/Send ETH.*−0.5 ETH.*Send tokens.*−7 smallest units/)
    expect(JSON.stringify(parts)).toContain(en.paymaster)
    expect(isStopped(several)).toBe(false)

    const own = { kind: 'call', to: eve, selector: '0x0f0f3f24' } as const
    const calls = [{ action: own, valueWei: 0n, data: inertText('0x0f0f3f24') }]
    const changed = shown({ ...operation, calls, maxFeeWei: 21_000n })
    expect(textsOf(changed)).toEqual([en.warning.ownCall])
    expect(isStopped(changed)).toBe(true)
    expect(JSON.stringify(changed.parts)).toContain('0.000000000000021 ETH')
  })

  test('money that goes along with a call is shown', () => {
    const action = { kind: 'call', to: bob, selector: '0xdeadbeef' } as const
    const { parts } = shown({ ...transaction, action, data: inertText('0xdeadbeef') })

    expect(JSON.stringify(parts)).toContain('1.500000000000000001 ETH')
  })

  test('an order that pays nothing to its wallet is a danger; fees to others are not what it gets', () => {
    const give = { token: bob, units: 1n, tokenId: 7n }
    const paid = (to: string) => ({ token: null, units: 5n, tokenId: null, to })
    const order = (...gets: ReturnType<typeof paid>[]) =>
      shown(
        {
          ...{ kind: 'typed-data', primaryType: 'OrderComponents', domain: [], chainId: 1n },
          ...{ namesContract: true, tree: [], isComplete: true, unsigned: [] },
          hasUnknown: false,
          meanings: [{ kind: 'order', gives: [give], gets, expires: null }],
        },
        { wallet: bob },
      )

    expect(textsOf(order(paid(bob), paid('0x1')))).toEqual([en.warning.order])
    expect(textsOf(order(paid('0x1')))).toEqual([en.warning.gift])
  })

  test('T-35: typed data that makes a call has to be agreed to; data of an unknown form is called that', () => {
    const typed: Omit<TypedDataReading, 'meanings'> = {
      kind: 'typed-data',
      ...{ primaryType: 'SafeTx', domain: [], tree: [], isComplete: true, unsigned: [] },
      ...{ chainId: null, namesContract: false, hasUnknown: false },
    }
    const action = { kind: 'control', control: 'ownership', contract: bob, party: bob } as const
    const call = { action, valueWei: 0n, isDelegated: true, expires: null }
    const safe = shown({ ...typed, meanings: [{ kind: 'execution', ...call }] })

    expect(isStopped(safe)).toBe(true)
    expect(textsOf(safe)).toEqual([
      en.warning.execution,
      en.warning.delegated,
      en.warning.control,
      en.warning.unbound,
    ])
    expect(JSON.stringify(safe.parts)).toContain(en.title.control.ownership)
    const send = { action: { kind: 'send', to: bob }, valueWei: 0n, isDelegated: false } as const
    const paying = { kind: 'execution', ...send, isPaying: true, expires: null } as const
    expect(textsOf(shown({ ...typed, meanings: [paying] }))).toEqual([
      en.warning.execution,
      en.warning.pays,
      en.warning.unbound,
    ])
    const unknown = shown({ ...typed, meanings: [] })
    expect(isStopped(unknown)).toBe(false)
    expect(textsOf(unknown)).toEqual([en.warning.unbound, en.warning.unknownData])
  })

  test('T-36: a call that gives control says who gets what, and has to be agreed to', () => {
    const action = { kind: 'control', control: 'code', contract: bob, party: bob } as const
    const upgrade = shown({ ...transaction, valueWei: 0n, action })

    expect(upgrade.title).toBe(en.title.control.code)
    expect(textsOf(upgrade)).toEqual([en.warning.control])
    expect(isStopped(upgrade)).toBe(true)
  })

  test('T-38: fields that are far from usual are said and have to be agreed to', () => {
    const fields = { maxFeeWei: 10n ** 39n, gasLimit: 10n ** 9n, nonce: 10n ** 9n }
    const { unusualFee, unusualGas, unusualNonce } = en.warning
    const lie = shown({ ...transaction, ...fields })

    expect(isStopped(lie)).toBe(true)
    expect(textsOf(lie)).toEqual([unusualFee, unusualGas, unusualNonce])
  })

  test('SIG-08: an authorization says which contract gets control, and has to be agreed to', () => {
    const control = shown({ kind: 'authorization', contract: bob, chainId: 1n, nonce: 7n })
    const { title, parts, isFree } = control

    expect(title).toBe(en.title.authorization)
    expect(JSON.stringify(parts)).toContain(bob)
    expect(textsOf(control)).toEqual([en.warning.authorization])
    expect([isStopped(control), isFree]).toEqual([true, false])
  })

  test('SIG-08: one that ends the control of any contract is called that', () => {
    const contract = `0x${'0'.repeat(40)}`
    const { title, cautions } = shown({ kind: 'authorization', contract, chainId: 1n, nonce: 7n })

    expect([title, cautions]).toEqual([en.title.endAuthorization, []])
  })

  test('SIG-08: a transaction that carries authorizations names the contracts, and has to be agreed to', () => {
    const authorizations = [{ contract: `0x${'7'.repeat(40)}`, chainId: 0n, nonce: 8n }]
    const carried = shown({ ...transaction, authorizations })

    expect(JSON.stringify(carried.parts)).toContain('7'.repeat(40))
    expect(textsOf(carried)).toEqual([en.warning.carriesAuthorization])
    expect(isStopped(carried)).toBe(true)
  })

  test('a test network has its badge', () => {
    expect(JSON.stringify(shown({ ...transaction, chainId: 11155111n }).parts)).toContain(
      '"isTest":true',
    )
  })

  test('SWE-15: a login for the very site is one; for another it is a danger', () => {
    expect(message('…', 'app.example').cautions).toEqual([])
    for (const site of ['evil.example', 'app.example:8080', 'sub.app.example', 'xapp.example']) {
      expect(textsOf(message('…', site))).toEqual([en.warning.wrongSite(site, 'app.example')])
    }
  })

  test('hidden signs, hex and overlong texts are pointed out, and then nothing is called free', () => {
    const cases = [
      [message('a\u202eb'), en.warning.hidden],
      [message('ab'.repeat(32)), en.warning.hexText],
      [message('x'.repeat(30_000)), en.warning.long],
    ] as const
    for (const [{ cautions, isFree }, text] of cases) {
      expect(cautions.map((each) => each.text)).toContain(text)
      expect(isFree).toBe(false)
    }
    expect(message('hello').isFree).toBe(true)
  })

  test.each([
    [{ kind: 'digest', hex: '0x00' } as const],
    [{ kind: 'bytes', chain: 'solana', hex: inertText('0x00'), length: 1 } as const],
  ])('unreadable bytes are a danger: %j', (subject) => {
    expect(shown(subject).cautions[0]?.tone).toBe('danger')
    expect(shown(subject).isFree).toBe(false)
  })
})
