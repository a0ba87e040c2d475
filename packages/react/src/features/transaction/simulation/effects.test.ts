import { describe, expect, test } from 'vitest'
import { type Approval, type Change, changesOf, compare, type Expectation } from './effects.js'

const [ada, bob, eve] = ['0xAda0', '0xb0b0', '0xEe0e']
const usdc = '0xC0c0'
const change = (account: string, units: bigint, token: string | null = usdc): Change => ({
  ...{ account, token, units, id: null },
})
const approval = (party: string, units: Approval['units']): Approval => ({
  ...{ token: usdc, party, units, id: null },
})
/** 25 USDC to Bob. */
const transfer: Expectation = {
  leaves: [{ token: usdc, id: null, units: 25n }],
  arrives: [change(bob, 25n)],
  approvals: [],
  givesControl: false,
}
const found = (
  found: { changes?: Change[]; approvals?: Approval[]; lost?: string[] },
  expected: Partial<Expectation> = {},
) => compare({ ...transfer, ...expected }, { changes: [], approvals: [], lost: [], ...found }, ada)
const paid = [change(ada, -25n), change(bob, 25n)]

describe('compare', () => {
  test('a transfer that does what it says agrees, in whatever case addresses are written', () => {
    expect(found({ changes: paid })).toEqual([])
    expect(found({ changes: [change(ada.toLowerCase(), -25n), change('0xB0B0', 25n)] })).toEqual([])
  })

  test.each<[string, Change[], string[]]>([
    ['more of the token leaves', [...paid, change(ada, -1n), change(eve, 1n)], ['leaves']],
    ['coins leave too', [...paid, change(ada, -1n, null)], ['leaves']],
    ['another token leaves', [...paid, change(ada, -1n, '0xd0d0')], ['leaves']],
    ['another account gets it', [change(ada, -25n), change(eve, 25n)], ['arrives']],
    ['the recipient gets a part', [change(ada, -25n), change(bob, 24n)], ['arrives']],
    ['nothing moves', [], ['arrives']],
    ['it comes back as well', [...paid, change(ada, 3n)], []],
    ['the recipient passes it on', [...paid, change(bob, -25n), change(eve, 25n)], []],
  ])('%s', (_, changes, expected) => {
    expect(found({ changes })).toEqual(expected)
  })

  test.each<[string, Approval, Approval[], string[]]>([
    ['none was read', approval(bob, 1n), [], ['approval']],
    ['the one that was read', approval(bob, 5n), [approval(bob, 5n)], []],
    ['less than was read', approval(bob, 4n), [approval(bob, 5n)], []],
    ['more than was read', approval(bob, 6n), [approval(bob, 5n)], ['approval']],
    ['for another spender', approval(eve, 5n), [approval(bob, 5n)], ['approval']],
    ['unlimited in place of 5', approval(bob, 'unlimited'), [approval(bob, 5n)], ['approval']],
    ['anything below unlimited', approval(bob, 6n), [approval(bob, 'unlimited')], []],
    ['the item that `approve` names', { ...approval(bob, 1n), id: 7n }, [approval(bob, 7n)], []],
    ['another item', { ...approval(bob, 1n), id: 8n }, [approval(bob, 7n)], ['approval']],
  ])('an approval: %s', (_, given, approvals, expected) => {
    expect(found({ changes: paid, approvals: [given] }, { approvals })).toEqual(expected)
  })

  test('control that is lost must have been read', () => {
    expect(found({ changes: paid, lost: [ada] })).toEqual(['control'])
    expect(found({ changes: paid, lost: [ada] }, { givesControl: true })).toEqual([])
  })
})

test('changesOf adds up by asset, and leaves out what comes to nothing', () => {
  const changes = [
    change(ada, -5n),
    change('0xADA0', 2n),
    change(ada, 4n, null),
    change(ada, -4n, null),
  ]

  expect(changesOf({ changes, approvals: [], lost: [] }, ada)).toMatchObject([
    { token: usdc, units: -3n },
  ])
})
