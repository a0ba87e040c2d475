import { requestWordsEn } from '@sallyport/contract/requests'
import { describe, expect, test } from 'vitest'
import { ar } from '../copy/ar.js'
import { en } from '../copy/en.js'
import { presentAsked } from './present-asked.js'

const words = { copy: en, request: requestWordsEn }
const requester = {
  app_id: 'shop',
  name: 'Shop',
  icon_url: null,
  origin: 'https://shop.example',
  read_only: false,
}

describe('presentAsked', () => {
  test('says which account is added and what it will open', () => {
    const shown = presentAsked({ kind: 'add', account: { type: 'wallet', name: '0x01' } }, words)
    expect(shown).toMatchObject({
      title: 'Add a way to log in?',
      approve: 'Add',
      parts: [{ kind: 'rows', rows: [{ label: 'Wallet', value: '0x01', form: 'address' }] }],
      cautions: [{ tone: 'warning', text: en.asked.opens }],
    })
  })

  test.each([
    ['google_oauth', 'Google (name chosen by its user)'],
    ['twitter_oauth', 'X (name chosen by its user)'],
    ['email', 'Email'],
    ['custom:northwind', 'Account (name chosen by its user)'],
    ['constructor', 'Account (name chosen by its user)'],
  ])('calls an account of type %s %s', (type, label) => {
    const [part] = presentAsked({ kind: 'replace', account: { type, name: 'Ada' } }, words).parts
    expect(part).toMatchObject({ rows: [{ label, value: 'Ada' }] })
  })

  test('a move says that another account is deleted', () => {
    const { cautions } = presentAsked(
      { kind: 'move', account: { type: 'email', name: 'a' } },
      {
        ...{ copy: ar, request: requestWordsEn },
      },
    )
    expect(cautions.map(({ text }) => text)).toEqual([ar.asked.opens, ar.asked.moves])
  })

  test('names that others chose hide, reorder and fill nothing', () => {
    const name = `Ada\u202e\u200b\n\n${' '.repeat(500)}is yours${'x'.repeat(500)}`
    const account = { type: 'farcaster', name }
    for (const asks of [
      { kind: 'add', account } as const,
      { kind: 'share', requester: { ...requester, name } } as const,
    ]) {
      const shown = JSON.stringify(presentAsked(asks, words))
      expect(shown).toContain('Ada is yours')
      expect(shown).not.toMatch(/[\u202e\u200b]| {3}|x{40}/u)
      expect(presentAsked(asks, words).title).not.toContain('Ada')
    }
  })

  test('a removal says what the user loses by it', () => {
    const shown = presentAsked({ kind: 'remove', account: { type: 'email', name: 'a' } }, words)
    expect(shown).toMatchObject({ title: 'Remove a way to log in?', approve: 'Remove' })
    expect(shown.cautions.map(({ text }) => text)).toEqual([en.asked.removes])
  })

  test('another app is shown with the origin that the server has checked, and what it can do', () => {
    const shown = presentAsked({ kind: 'share', requester }, words)
    expect(shown.title).toBe('Connect your wallet to shop.example?')
    expect(shown.parts).toMatchObject([
      {
        rows: [
          { label: 'Website', value: 'https://shop.example' },
          { label: 'Name chosen by the app', value: 'Shop' },
        ],
      },
    ])
    expect(shown.cautions[0]?.text).toBe(en.asked.asksLater)
    const readOnly = presentAsked(
      { kind: 'share', requester: { ...requester, read_only: true } },
      words,
    )
    expect(readOnly.cautions[0]?.text).toBe(en.asked.seesOnly)
  })
})
