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
    ['google_oauth', 'Google'],
    ['twitter_oauth', 'X'],
    ['email', 'Email'],
    ['custom:northwind', 'Account'],
    ['constructor', 'Account'],
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

  test('another app is shown with the origin that the server has checked, and what it can do', () => {
    const shown = presentAsked({ kind: 'share', requester }, words)
    expect(shown.title).toBe('Connect your wallet to Shop?')
    expect(shown.parts).toMatchObject([
      { rows: [{ label: 'Website', value: 'https://shop.example' }] },
    ])
    expect(shown.cautions[0]?.text).toBe(en.asked.asksLater)
    const readOnly = presentAsked(
      { kind: 'share', requester: { ...requester, read_only: true } },
      words,
    )
    expect(readOnly.cautions[0]?.text).toBe(en.asked.seesOnly)
  })
})
