import { describe, expect, test } from 'vitest'
import { shouldConfirm } from './should-confirm.js'

const enforced = { enforce_wallet_uis: true }
const free = { enforce_wallet_uis: false }

describe('shouldConfirm', () => {
  test.each([
    ['asks when nothing is set', undefined, undefined, null, true],
    ['asks when the app does not enforce and nothing is set', undefined, undefined, free, true],
    ['follows the client', undefined, false, free, false],
    ['follows the client', undefined, true, free, true],
    ['prefers the request’s option', true, false, free, true],
    ['prefers the request’s option', false, true, free, false],
    ['IFR-09 asks although the option says no', false, undefined, enforced, true],
    ['IFR-09 asks although the client says no', undefined, false, enforced, true],
    ['IFR-09 asks although both say no', false, false, enforced, true],
  ])('%s', (_name, option, config, appConfig, expected) => {
    expect(shouldConfirm({ option, config, appConfig })).toBe(expected)
  })
})
