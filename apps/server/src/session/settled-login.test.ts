import { describe, expect, test } from 'vitest'
import { decideChange, decideSettledLogin, type LoginAge, markOfLogin } from './settled-login.js'

const day = 86_400_000
const signedUp = {
  type: 'email',
  key: 'ada@example.com',
  addedAtMs: 0,
  isFirst: true,
} as const
const added = {
  type: 'wallet',
  key: 'ethereum:0x01',
  addedAtMs: 30 * day,
  isFirst: false,
} as const
const atOtherApp = {
  type: 'cross_app',
  key: 'purse:ada',
  addedAtMs: 0,
  isFirst: true,
} as const
const none = { factor: false, secret: false }
const by = (account: LoginAge, more: readonly string[] = []) => [
  'any',
  markOfLogin(account),
  ...more,
]

/** The verdict about a session that was opened by an account, so long after `added` was added. */
function judge(
  account: LoginAge,
  input: Partial<Parameters<typeof decideSettledLogin>[0]> & { afterMs?: number } = {},
) {
  const { afterMs = 0, ...more } = input
  const logins = [signedUp, added]
  const nowMs = added.addedAtMs + afterMs
  return decideSettledLogin({
    amr: by(account),
    logins,
    walletMadeAtMs: undefined,
    second: none,
    nowMs,
    ...more,
  })
}

describe('decideSettledLogin', () => {
  test('the account that the user signed up with is enough from the first moment', () => {
    expect(judge(signedUp)).toBeUndefined()
    expect(judge(signedUp, { nowMs: 0 })).toBeUndefined()
  })

  test('one that was added is not enough for seven days, also in a fork and where the grant is kept', () => {
    expect(judge(added)).toBe('older_login_required')
    expect(judge(added, { afterMs: 7 * day - 1 })).toBe('older_login_required')
    expect(judge(added, { amr: by(added, ['grant', 'fork']) })).toBe('older_login_required')
    expect(judge(added, { afterMs: 7 * day })).toBeUndefined()
  })

  test('a second factor, or a secret of the user’s own, makes it enough', () => {
    expect(judge(added, { second: { ...none, factor: true } })).toBeUndefined()
    expect(judge(added, { second: { ...none, secret: true } })).toBeUndefined()
  })

  test('being the only one does not: a script can remove or replace the others; a guest’s first account, pressed for, is enough', () => {
    expect(judge(added, { logins: [added] })).toBe('older_login_required')
    const first = { ...added, isFirst: true }
    expect(judge(first, { logins: [first] })).toBeUndefined()
    expect(judge(first, { logins: [first, signedUp] })).toBeUndefined()
  })

  test('the days before the first wallet don’t count: nothing asked for a press then', () => {
    const made = { afterMs: 20 * day, walletMadeAtMs: 45 * day }
    expect(judge(added, made)).toBe('older_login_required')
    expect(judge(added, { ...made, afterMs: 22 * day - 1 })).toBe('older_login_required')
    expect(judge(added, { ...made, afterMs: 22 * day })).toBeUndefined()
    expect(judge(signedUp, made)).toBeUndefined()
  })

  test('an account at another app is enough only for users who have no login here', () => {
    expect(judge(atOtherApp, { logins: [signedUp, atOtherApp] })).toBe('older_login_required')
    expect(judge(atOtherApp, { logins: [added, atOtherApp] })).toBeUndefined()
    expect(judge(atOtherApp, { logins: [atOtherApp] })).toBeUndefined()
  })

  test('a guest’s is enough; one that was removed since, or that no session names, is not', () => {
    expect(judge(added, { amr: ['guest', 'by:any'] })).toBeUndefined()
    expect(judge(added, { logins: [signedUp] })).toBe('login_too_old')
    expect(judge(added, { amr: ['email'] })).toBe('login_too_old')
  })
})

describe('decideChange', () => {
  const change = (
    account: LoginAge,
    input: Partial<Parameters<typeof decideChange>[0]> & { logins?: readonly LoginAge[] } = {},
  ) =>
    decideChange({
      amr: by(account),
      logins: [signedUp, added],
      walletMadeAtMs: 0,
      nowMs: added.addedAtMs + day,
      hasFactor: false,
      changed: undefined,
      ...input,
    })

  test('a young login decides about nothing but its own account while an older one exists', () => {
    expect(change(added)).toBe('older_login_required')
    expect(change(added, { changed: signedUp })).toBe('older_login_required')
    expect(change(added, { changed: added })).toBeUndefined()
    expect(change(added, { logins: [added] })).toBeUndefined()
    expect(change(signedUp, { logins: [added] })).toBeUndefined()
  })

  test('an older login decides, and a young one with an older second factor', () => {
    expect(change(signedUp)).toBeUndefined()
    expect(change(signedUp, { changed: added })).toBeUndefined()
    expect(change(added, { hasFactor: true, changed: signedUp })).toBeUndefined()
    expect(change(added, { logins: [signedUp], changed: signedUp })).toBe('login_too_old')
  })
})

test('the mark of a login tells accounts apart and does not say which it is', () => {
  const marks = [
    markOfLogin(signedUp),
    markOfLogin(added),
    markOfLogin({ ...added, type: 'email' }),
    markOfLogin({ type: 'wallet', key: 'ethereum:0x02' }),
  ]
  expect(new Set(marks).size).toBe(4)
  expect(marks.join()).not.toMatch(/ada|0x0/)
})
