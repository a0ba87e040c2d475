import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, hashSecret, isAppSecret } from './app.js'

const secret = 'Hn3YxKq0v8u2mTzR5wLcJ7dBfGs1PiEaO4kVtQ6yXZ0'
// Nothing else of an app is read here.
const part: Partial<App> = { secretHashes: [hashSecret(secret)] }
const app = part as App

test('isAppSecret takes the secret', () => {
  expect(isAppSecret(app, secret)).toBe(true)
})

test('CUS-20: isAppSecret refuses a wrong guess of any length alike, also what the secret begins with', () => {
  const beginnings = fc.nat(secret.length - 1).map((length) => secret.slice(0, length))
  const longer = fc.string({ minLength: 1 }).map((more) => secret + more)
  fc.assert(
    fc.property(fc.oneof(fc.string(), beginnings, longer), (guess) => {
      expect(isAppSecret(app, guess)).toBe(false)
    }),
  )
})
