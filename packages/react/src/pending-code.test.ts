import { expect, test } from 'vitest'
import { createPendingCodeStore } from './pending-code.js'

const sent = { method: 'email', prefill: { type: 'email', value: 'ada@example.com' } } as const
const minuteMs = 60_000

function setup() {
  let nowMs = 1_000
  const store = createPendingCodeStore(() => nowMs)
  return {
    store,
    pass(ms: number) {
      nowMs += ms
    },
  }
}

test('a code is pending for 10 minutes, from the last one that was sent', () => {
  const { store, pass } = setup()
  store.remember(sent)
  pass(9 * minuteMs)
  store.renew()
  pass(10 * minuteMs - 1)
  expect(store.get()).toEqual({ ...sent, sentAtMs: 1_000 + 9 * minuteMs })
  pass(1)

  expect(store.get()).toBeNull()
})

test('nothing is pending once it is forgotten, and renewing does not bring it back', () => {
  const { store } = setup()
  store.remember(sent)
  store.forget()
  store.renew()

  expect(store.get()).toBeNull()
})
