import { describe, expect, test } from 'vitest'
import {
  inertText,
  type PresentGiven,
  present,
  readCall,
  readLogin,
  readTypedData,
  type Subject,
  requestWordsEn as words,
} from '../index.js'
import { rowsOf } from './rows.js'

/* Ways in which a signing screen could deceive a user, each with what is shown instead. */

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const stranger = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const word = (hex: string) => hex.replace('0x', '').toLowerCase().padStart(64, '0')
const most = 'f'.repeat(64)

const shown = (subject: Subject, more: Partial<PresentGiven> = {}) =>
  present(subject, { words, locale: 'en', wallet: ada, host: 'app.example', ...more })
const call = (to: string, data: string, valueWei = 0n, chainId = 1n): Subject => ({
  ...{ kind: 'ethereum-transaction', valueWei, chainId, authorizations: [] },
  ...{ maxFeeWei: 42_123_456_789_012_345n, nonce: 3n, gasLimit: 21_000n },
  action: readCall({ checksum: (address) => address }, { to, data }),
  data: data === '0x' ? null : inertText(data),
})
const transfer = (to: string) => `0xa9059cbb${word(to)}${word('0x17d7840')}`
const approve = (units: string) => `0x095ea7b3${word(bob)}${units}`
const message = (text: string): Subject => ({
  ...{ kind: 'message', chain: 'ethereum', text: inertText(text), login: readLogin(text) },
})
const idsOf = ({ cautions }: ReturnType<typeof shown>) => cautions.map(({ id }) => id)
const rowOf = ({ parts }: ReturnType<typeof shown>, label: string) =>
  rowsOf(parts).find((row) => row.label === label)

describe('SCR-01: a contract that calls itself by a known name', () => {
  const claims = { [stranger]: { symbol: 'USDC', decimals: 6 } }

  test.each([
    ['a transfer', transfer(bob), words.title.sendTokens],
    ['an approval', approve(word('0x17d7840')), words.title.approveTokens],
    ['a move', `0x23b872dd${word(ada)}${word(bob)}${word('0x5')}`, words.title.moveToken],
  ])('%s names it unverified, with its address, and warns', (_, data, title) => {
    const fake = shown(call(stranger, data), { claims })

    expect(fake.title).toBe(title)
    expect(fake.amount?.unit).toBe('USDC (unverified)')
    expect(fake.amount?.isUnverified).toBe(true)
    expect(rowOf(fake, words.token)).toMatchObject({
      value: stranger,
      token: { name: 'USDC (unverified)', isListed: false },
    })
    expect(idsOf(fake)).toContain('impostor')
  })

  test('the listed contract has its name, its decimals and its address', () => {
    const real = shown(call(usdc, transfer(bob)))

    expect(real).toMatchObject({ title: 'Send USDC', amount: { value: '−25', unit: 'USDC' } })
    expect(rowOf(real, words.token)).toMatchObject({
      value: usdc,
      token: { name: 'USDC', isListed: true },
    })
    expect(idsOf(real)).toEqual([])
  })

  test('a permit whose domain takes the name of a listed token is warned of', () => {
    const permit = readTypedData(
      { checksum: (address) => address },
      {
        domain: { name: 'USD Coin', chainId: 1, verifyingContract: stranger },
        primaryType: 'Permit',
        types: {
          Permit: [
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
          ],
        },
        message: { spender: bob, value: '5' },
      },
    )

    expect(idsOf(shown(permit))).toEqual(['impostor', 'permission'])
    expect(rowOf(shown(permit), words.amount)?.value).toBe('5 smallest units of 0x5FbDB2…180aa3')
  })

  test('control of a collection names the collection', () => {
    const collection = shown(call(stranger, `0xa22cb465${word(bob)}${word('0x1')}`))

    expect(rowOf(collection, words.collection)?.value).toBe(stranger)
  })
})

describe('SCR-03: what nothing can read', () => {
  test('a call has its selector and value as rows, and unsimulated it is a stop', () => {
    const blind = shown(call(stranger, '0xdeadbeef'))

    expect(rowOf(blind, words.function)).toMatchObject({ value: '0xdeadbeef' })
    expect(rowOf(blind, words.value)).toMatchObject({ value: '0 ETH' })
    expect(blind.cautions).toMatchObject([{ id: 'blindCall', isStop: true }])
    const seen = shown(call(stranger, '0xdeadbeef'), { isSimulated: true })
    expect(seen.cautions).toMatchObject([{ id: 'call', tone: 'warning', isStop: false }])
  })

  test('an instruction of an unknown program is a stop too', () => {
    const steps = [{ kind: 'unread', program: bob, data: '0x01' }] as const
    const reading: Subject = {
      ...{ kind: 'solana-transaction', feePayer: ada, steps, writable: [], programs: [bob] },
      ...{ maxFeeLamports: 5_000n, signers: 1, tables: [], hidesAccounts: false },
    }

    expect(shown(reading).cautions).toMatchObject([{ id: 'blindCall', isStop: true }])
    expect(idsOf(shown(reading, { isSimulated: true }))).toEqual(['unread'])
  })
})

test('SCR-04: only readable text without a caution is called free', () => {
  const bytes: Subject = { kind: 'bytes', chain: 'ethereum', hex: inertText('0x00'), length: 1 }

  expect(shown(message('Hello')).isFree).toBe(true)
  for (const each of [
    message('ab'.repeat(32)),
    message('a\u202eb'),
    bytes,
    { kind: 'digest', hex: '0x00' } as const,
    call(usdc, '0x'),
  ])
    expect(shown(each).isFree).toBe(false)
})

test('SCR-05: amounts count as the list says, else in grouped smallest units; fees have six digits', () => {
  const unlisted = shown(call(stranger, transfer(bob)))

  expect(unlisted.amount).toMatchObject({ value: '−25,000,000', unit: words.smallestUnits })
  expect(rowOf(unlisted, words.fee)?.value).toBe('0.0421235 ETH')
})

test('SCR-06: a stop has its facts beside it', () => {
  const unlimited = shown(call(usdc, approve(most)))

  expect(unlimited.cautions).toMatchObject([{ id: 'unlimited', isStop: true }])
  expect(unlimited.amount).toMatchObject({ value: words.unlimited, unit: 'USDC' })
  expect(rowOf(unlimited, words.spender)?.value).toBe(bob.toLowerCase())
  expect(rowOf(unlimited, words.token)?.value).toBe(usdc)
})

describe('SCR-07: addresses that are made to look like known ones', () => {
  const lookAlike = `${ada.slice(0, 6)}${'5'.repeat(32)}${ada.slice(-4)}`

  test('a recipient that looks like the user’s own address is a stop that shows both', () => {
    const poisoned = shown(call(lookAlike, '0x', 1n))

    expect(poisoned.cautions).toMatchObject([{ id: 'lookAlike', isStop: true }])
    expect(poisoned.cautions[0]?.text).toContain('0xf39F55…552266')
  })

  test('so is one that looks like an address that was sent to before, and a spender', () => {
    const known = { wallet: null, sentTo: [ada] }

    expect(idsOf(shown(call(lookAlike, '0x', 1n), known))).toContain('lookAlike')
    const spender = `0x095ea7b3${word(lookAlike)}${word('0x1')}`
    expect(idsOf(shown(call(usdc, spender), known))).toContain('lookAlike')
  })

  test('a new recipient is called new, a known one and the user’s own are not', () => {
    const noteOf = (to: string, sentTo: readonly string[]) =>
      rowOf(shown(call(to, '0x', 1n), { sentTo }), words.to)?.note

    expect(noteOf(bob, [])).toBe(words.neverSent)
    expect(noteOf(bob, [bob.toLowerCase()])).toBeUndefined()
    expect(noteOf(ada, [])).toBe(words.ownAddress)
  })
})

describe('SCR-08: what numbers and signs seem to say', () => {
  test('an approval of zero at an unknown contract may give away item 0 of a collection', () => {
    const zero = shown(call(stranger, approve(word('0x0'))))

    expect(zero.title).toBe(words.title.approveTokens)
    expect(zero.amount?.value).toBe(words.unitsOrItem('0'))
    expect(idsOf(zero)).toContain('approveToken')
    expect(shown(call(usdc, approve(word('0x0')))).title).toBe(words.title.endApproval)
  })

  test('an approval with a byte behind it is a stop, as without it', () => {
    const data = approve(most)

    expect(idsOf(shown(call(usdc, `${data}00`), { isSimulated: true }))).toEqual(
      idsOf(shown(call(usdc, data), { isSimulated: true })),
    )
  })

  test('an order that pays nothing is a gift, and one that pays in a token of a taken name says so', () => {
    const order = (buyAmount: string, buyToken: string) =>
      shown(
        readTypedData(
          { checksum: (address) => address },
          {
            domain: { name: 'Gnosis Protocol', chainId: 1, verifyingContract: bob },
            primaryType: 'Order',
            types: {
              Order: ['sellToken', 'buyToken', 'sellAmount', 'buyAmount'].map((name) => ({
                name,
                type: name.endsWith('Token') ? 'address' : 'uint256',
              })),
            },
            message: { sellToken: usdc, buyToken, sellAmount: '5', buyAmount },
          },
        ),
        { claims: { [stranger]: { symbol: 'USDC', decimals: 6 } } },
      )

    expect(idsOf(order('0', usdc))).toContain('gift')
    expect(idsOf(order('9', usdc))).toContain('order')
    expect(idsOf(order('9', usdc))).not.toContain('impostor')
    expect(idsOf(order('9', stranger))).toContain('impostor')
  })

  test('an unknown token’s transfer may be an item: both are said', () => {
    const move = `0x23b872dd${word(ada)}${word(bob)}${word('0x2a')}`

    expect(shown(call(stranger, move)).amount?.value).toBe(words.unitsOrItem('42'))
  })

  test('the details have the function with its arguments, nonce and gas', () => {
    const rows = rowsOf(shown(call(usdc, approve(word('0x19')))).parts)
    const values = rows.map(({ value }) => value)

    expect(values).toEqual(expect.arrayContaining(['3', '21000', 'approve(address,uint256)']))
    expect(values).toEqual(expect.arrayContaining([bob.toLowerCase(), '25']))
  })

  test('a payment in bitcoins has one recipient, and its change is named', () => {
    const part = { script: '00', isData: false }
    const payment: Subject = {
      ...{ kind: 'bitcoin-transaction', inputs: [], feeSats: 10n, feeRate: 1n, lockTime: 0 },
      ...{ leavingSats: 110n, isOwnKnown: true, hasForeignInputs: false, isFeeHigh: false },
      outputs: [
        { ...part, address: 'bcrt1qfriend', amount: 100n, isOwn: false },
        { ...part, address: 'bcrt1qown', amount: 50n, isOwn: true },
      ],
    }
    const network = { name: 'Bitcoin Regtest', isTest: true, colour: null }
    const rows = rowsOf(shown(payment, { network }).parts)

    expect(rows.filter(({ label }) => label === words.to)).toHaveLength(1)
    expect(rows.find(({ label }) => label === words.change)?.value).toBe('0.0000005 BTC')
    expect(rows.find(({ label }) => label === words.network)?.value).toBe('Bitcoin Regtest')
  })

  test('letters of several alphabets and removed signs are said in words', () => {
    const data = readTypedData(
      { checksum: (address) => address },
      {
        domain: { name: 'раypal', chainId: 1, verifyingContract: stranger },
        primaryType: 'Mail',
        types: { Mail: [{ name: 'text', type: 'string' }] },
        message: { text: 'a\u202eb' },
      },
    )

    expect(rowOf(shown(data), words.domain)?.note).toBe(words.mixedScripts)
    expect(idsOf(shown(data))).toContain('hidden')
    expect(JSON.stringify(shown(data))).not.toContain('⚠')
  })
})
