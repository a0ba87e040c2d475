import { describe, expect, test } from 'vitest'
import { shouldConfirm } from './should-confirm.js'

const enforced = { enforce_wallet_uis: true }
const free = { enforce_wallet_uis: false }

describe('shouldConfirm', () => {
  test.each([
    ['asks when nothing is set', undefined, undefined, null, 'modal'],
    ['asks when the app does not enforce and nothing is set', undefined, undefined, free, 'modal'],
    ['follows the client', undefined, false, free, 'none'],
    ['follows the client', undefined, true, free, 'modal'],
    ['prefers the request’s option', true, false, free, 'modal'],
    ['prefers the request’s option', false, true, free, 'none'],
    ['IFR-09 the frame asks although the option says no', false, undefined, enforced, 'frame'],
    ['IFR-09 the frame asks although the client says no', undefined, false, enforced, 'frame'],
    ['IFR-09 the frame asks although both say no', false, false, enforced, 'frame'],
  ])('%s', (_name, option, config, appConfig, expected) => {
    expect(shouldConfirm({ option, config, appConfig })).toBe(expected)
  })
})
