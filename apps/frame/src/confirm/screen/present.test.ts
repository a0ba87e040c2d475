import {
  inertText,
  readLogin,
  type Subject,
  type TypedDataReading,
} from '@sallyport/contract/requests'
import { describe, expect, test } from 'vitest'
import { en } from '../copy/en.js'
import { loadCopy, type Words } from '../copy/load-copy.js'
import { present } from './present.js'

const words: Words = { copy: en, locale: 'en', direction: 'ltr' }
const origin = 'https://app.example'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const shown = (subject: Subject) => present({ subject, wallet: null }, { words, origin })
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

    expect(title).toBe('Send 1.500000000000000001 ETH')
    expect(amount).toEqual({ value: '−1.500000000000000001', unit: 'ETH' })
    expect(JSON.stringify(parts)).toContain('0.000000000000021 ETH')
    expect(JSON.stringify(parts)).toContain(bob)
  })

  test('an unknown network is named by its number, with a warning and no symbol', () => {
    const { parts, cautions, title } = shown({ ...transaction, chainId: 987n })

    expect(title).not.toContain('ETH')
    expect(JSON.stringify(parts)).toContain('Unknown network (987)')
    expect(cautions).toContainEqual({ tone: 'warning', text: en.warning.unknownNetwork })
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
    const { title, parts, isAskedTwice } = shown(operation)
    expect(title).toBe('Make 2 calls at once')
    expect(JSON.stringify(parts)).toMatch(/Send 0.5 ETH.*Send tokens.*7 base units/)
    expect(JSON.stringify(parts)).toContain(en.paymaster)
    expect(isAskedTwice).toBe(false)

    const own = { kind: 'call', to: eve, selector: '0x0f0f3f24' } as const
    const calls = [{ action: own, valueWei: 0n, data: inertText('0x0f0f3f24') }]
    const changed = shown({ ...operation, calls, maxFeeWei: 21_000n })
    expect(changed.cautions).toContainEqual({ tone: 'danger', text: en.warning.ownCall })
    expect(changed.isAskedTwice).toBe(true)
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
      present(
        {
          subject: {
            ...{ kind: 'typed-data', primaryType: 'OrderComponents', domain: [], chainId: 1n },
            ...{ namesContract: true, tree: [], unsigned: [], isComplete: true },
            meanings: [{ kind: 'order', gives: [give], gets, expires: null }],
          },
          wallet: bob,
        },
        { words, origin },
      )

    expect(order(paid(bob), paid('0x1')).cautions).toEqual([
      { tone: 'warning', text: en.warning.order },
    ])
    expect(order(paid('0x1')).cautions).toEqual([{ tone: 'danger', text: en.warning.gift }])
  })

  test('T-35: typed data that makes a call is asked twice; data of an unknown form is called that', () => {
    const typed: Omit<TypedDataReading, 'meanings'> = {
      kind: 'typed-data',
      ...{ primaryType: 'SafeTx', domain: [], tree: [], unsigned: [], isComplete: true },
      ...{ chainId: null, namesContract: false },
    }
    const action = { kind: 'control', control: 'ownership', contract: bob, party: bob } as const
    const call = { action, valueWei: 0n, isDelegated: true, expires: null }
    const safe = shown({ ...typed, meanings: [{ kind: 'execution', ...call }] })

    expect(safe.isAskedTwice).toBe(true)
    expect(safe.cautions.map(({ text }) => text)).toEqual([
      en.warning.execution,
      en.warning.delegated,
      en.warning.control,
      en.warning.unbound,
    ])
    expect(JSON.stringify(safe.parts)).toContain(en.title.control.ownership)
    const beside = shown({ ...typed, meanings: [], unsigned: ['note', 'domain.url'] })
    expect(beside.parts).toContainEqual({
      kind: 'rows',
      rows: [{ label: en.unsigned, value: 'note, domain.url' }],
    })
    const unknown = shown({ ...typed, meanings: [] })
    expect(unknown.isAskedTwice).toBe(false)
    expect(unknown.cautions.map(({ text }) => text)).toEqual([
      en.warning.unknownData,
      en.warning.unbound,
    ])
  })

  test('T-36: a call that gives control says who gets what, and is asked twice', () => {
    const action = { kind: 'control', control: 'code', contract: bob, party: bob } as const
    const upgrade = shown({ ...transaction, valueWei: 0n, action })

    expect(upgrade).toMatchObject({ title: en.title.control.code, isAskedTwice: true })
    expect(upgrade.cautions).toEqual([{ tone: 'danger', text: en.warning.control }])
  })

  test('T-38: fields that are far from usual are said and asked twice', () => {
    const fields = { maxFeeWei: 10n ** 39n, gasLimit: 10n ** 9n, nonce: 10n ** 9n }
    const { unusual } = en.warning
    const lie = shown({ ...transaction, ...fields })

    expect(lie.isAskedTwice).toBe(true)
    expect(lie.cautions).toEqual(
      [unusual.fee, unusual.gas, unusual.nonce].map((text) => ({ tone: 'danger', text })),
    )
  })

  test('SIG-08: an authorization says which contract gets control, and is asked twice', () => {
    const given = { kind: 'authorization', contract: bob, chainId: 1n, nonce: 7n } as const
    const { title, parts, cautions, isAskedTwice, isFree } = shown(given)

    expect(title).toBe(en.title.authorization)
    expect(JSON.stringify(parts)).toContain(bob)
    expect(cautions).toEqual([{ tone: 'danger', text: en.warning.authorization }])
    expect([isAskedTwice, isFree]).toEqual([true, false])
  })

  test('SIG-08: one that ends the control of any contract is called that', () => {
    const contract = `0x${'0'.repeat(40)}`
    const { title, cautions, isAskedTwice } = shown({
      ...{ kind: 'authorization', contract, chainId: 1n, nonce: 7n },
    })

    expect([title, cautions, isAskedTwice]).toEqual([en.title.endAuthorization, [], false])
  })

  test('SIG-08: a transaction that carries authorizations names the contracts, and is asked twice', () => {
    const authorizations = [{ contract: `0x${'7'.repeat(40)}`, chainId: 0n, nonce: 8n }]
    const { parts, cautions, isAskedTwice } = shown({ ...transaction, authorizations })

    expect(JSON.stringify(parts)).toContain('7'.repeat(40))
    expect(cautions[0]).toEqual({ tone: 'danger', text: en.warning.carriesAuthorization })
    expect(isAskedTwice).toBe(true)
  })

  test('a test network has its badge', () => {
    expect(JSON.stringify(shown({ ...transaction, chainId: 11155111n }).parts)).toContain(
      '"isTest":true',
    )
  })

  test('SWE-15: a login for the very site is one; for another it is a danger', () => {
    expect(message('…', 'app.example').cautions).toEqual([])
    for (const site of ['evil.example', 'app.example:8080', 'sub.app.example', 'xapp.example']) {
      expect(message('…', site).cautions).toEqual([
        { tone: 'danger', text: en.warning.wrongSite(site) },
      ])
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

describe('loadCopy', () => {
  test('gives the words of the first language there are words for', async () => {
    expect(await loadCopy(['fr', 'ar-EG', 'en'])).toMatchObject({ direction: 'rtl' })
    expect(await loadCopy(['en-GB', 'ar'])).toMatchObject({ copy: en, locale: 'en-GB' })
    expect(await loadCopy([])).toMatchObject({ copy: en, locale: 'en' })
  })
})
