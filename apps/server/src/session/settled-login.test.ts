import { describe, expect, test } from 'vitest'
import { decideSettledLogin, type LoginAge, markOfLogin } from './settled-login.js'

const day = 86_400_000
const signedUp = {
  type: 'email',
  key: 'ada@example.com',
  addedAtMs: 0,
  isConfirmed: false,
} as const
const added = {
  type: 'wallet',
  key: 'ethereum:0x01',
  addedAtMs: 30 * day,
  isConfirmed: false,
} as const
const atOtherApp = {
  type: 'cross_app',
  key: 'purse:ada',
  addedAtMs: 0,
  isConfirmed: false,
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
    userCreatedAtMs: 0,
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

  test('being the only one does not, unless the user pressed for it: a script can remove the others, or end a guest’s', () => {
    expect(judge(added, { logins: [added] })).toBe('older_login_required')
    const pressed = { ...added, isConfirmed: true }
    expect(judge(pressed, { logins: [pressed] })).toBeUndefined()
    expect(judge(pressed, { logins: [signedUp, pressed] })).toBe('older_login_required')
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
