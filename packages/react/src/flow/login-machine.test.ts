import { describe, expect, test } from 'vitest'
import { login } from '../test-kit/samples.js'
import { advanceLogin, hasScreens, type LoginState } from './login-machine.js'

const error = new Error('closed')
const user = login.user.id
const other = { ...login, user: { ...login.user, id: 'other' } }
const idle: LoginState = { at: 'idle' }
const open: LoginState = { at: 'open' }
const accepted: LoginState = { at: 'accepted', login }
const owing: LoginState = { at: 'owing', asking: false }
const asking: LoginState = { at: 'owing', asking: true }
const complete = { effect: 'complete', login }
const finish = { effect: 'finish', login }
const fail = { effect: 'fail', error }
const by = (by: 'screen' | 'hook') => ({ login, by })

describe('advanceLogin', () => {
  test.each<[string, ReturnType<typeof advanceLogin>, unknown[]]>([
    ['opens', advanceLogin(idle, 'opened', {}), [open]],
    ['is accepted', advanceLogin(open, 'accepted', by('screen')), [accepted]],
    ['ends', advanceLogin(accepted, 'ended', { login }), [idle, complete]],
    ['of a stored session ends', advanceLogin(open, 'ended', { login }), [idle, complete]],
    ['is closed', advanceLogin(open, 'closed', { error, user: null }), [idle, fail]],
    [
      'is closed after it was accepted',
      advanceLogin(accepted, 'closed', { error, user }),
      [owing, finish],
    ],
    [
      'is closed after another user has logged in',
      advanceLogin(accepted, 'closed', { error, user: other.user.id }),
      [idle, fail],
    ],
    [
      'is accepted after its screen was closed',
      advanceLogin(idle, 'accepted', by('screen')),
      [owing, finish],
    ],
    ['by a hook is accepted', advanceLogin(idle, 'accepted', by('hook')), [owing, finish]],
    [
      'by a hook is accepted while screens ask for one',
      advanceLogin(open, 'accepted', by('hook')),
      [owing, finish],
    ],
    [
      'by a hook is accepted while screens go on with another one',
      advanceLogin({ at: 'accepted', login: other }, 'accepted', by('hook')),
      [owing, finish],
    ],
    ['asks for the terms', advanceLogin(owing, 'asked', {}), [asking]],
    [
      'is accepted again while the terms are asked for',
      advanceLogin(asking, 'accepted', by('screen')),
      [asking],
    ],
    ['settles', advanceLogin(asking, 'settled', { login }), [idle, complete]],
    ['is refused while it owes something', advanceLogin(asking, 'failed', {}), [idle]],
    ['hears of an end it has had', advanceLogin(idle, 'ended', { login }), [idle]],
  ])('a login that %s', (_, next, expected) => {
    expect(next).toEqual(expected)
  })
})

test.each([
  [idle, false],
  [open, true],
  [accepted, true],
  [owing, false],
  [asking, true],
])('hasScreens %j is %s', (state, expected) => {
  expect(hasScreens(state)).toBe(expected)
})
