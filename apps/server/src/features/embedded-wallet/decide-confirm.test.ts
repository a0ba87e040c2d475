import { describe, expect, test } from 'vitest'
import { type ConfirmDecision, type ConfirmSituation, decideConfirm } from './decide-confirm.js'

type Row = [
  ConfirmSituation['root'],
  ConfirmSituation['generation'],
  'alone' | 'beside another' | 'imported beside another',
  ConfirmDecision,
]

const rows: Row[] = [
  ['stored', 'stored', 'alone', 'activate-root'],
  ['stored', 'stored', 'beside another', 'exists'],
  ['stored', 'stored', 'imported beside another', 'activate-root'],
  ['stored', 'revoked', 'alone', 'revoked'],
  ['stored', 'revoked', 'beside another', 'exists'],
  ['active', 'stored', 'alone', 'activate-generation'],
  ['active', 'active', 'alone', 'already-active'],
  ['active', 'active', 'imported beside another', 'already-active'],
  ['active', 'revoked', 'alone', 'revoked'],
  ['abandoned', 'revoked', 'alone', 'revoked'],
  ['abandoned', 'revoked', 'beside another', 'exists'],
  ['abandoned', 'stored', 'alone', 'revoked'],
]

describe('decideConfirm', () => {
  test.each(rows)('a %s root with a %s generation, %s: %s', (root, generation, place, decision) => {
    const hasOtherRoot = place !== 'alone'
    const imported = place === 'imported beside another'
    expect(decideConfirm({ root, generation, hasOtherRoot, imported, wasReadBack: true })).toBe(
      decision,
    )
  })

  const unread = { hasOtherRoot: false, imported: false, wasReadBack: false }
  test.each([
    ['stored', 'stored', 'not-read-back'],
    ['active', 'stored', 'not-read-back'],
    ['active', 'active', 'already-active'],
    ['abandoned', 'stored', 'revoked'],
  ] as const)(
    'a %s root with a %s generation that was not read back: %s',
    (root, generation, decision) => {
      expect(decideConfirm({ root, generation, ...unread })).toBe(decision)
    },
  )
})
