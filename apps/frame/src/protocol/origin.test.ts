import { describe, expect, test } from 'vitest'
import { isAllowedOrigin } from './origin.js'

const production = {
  allowedOrigins: ['https://app.example', '*', 'nonsense'],
  allowLocalhost: false,
}
const development = { allowedOrigins: [], allowLocalhost: true }

describe('isAllowedOrigin', () => {
  test.each(['https://app.example'])('allows the listed %s', (origin) => {
    expect(isAllowedOrigin(origin, production)).toBe(true)
  })

  test.each([
    'http://localhost:5173',
    'http://localhost',
    'https://localhost:3000',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
    'http://app.localhost:5173',
    'http://a.b.localhost',
  ])('allows %s in development', (origin) => {
    expect(isAllowedOrigin(origin, development)).toBe(true)
    expect(isAllowedOrigin(origin, production)).toBe(false)
  })

  test.each([
    'http://localhost.evil.example',
    'http://evillocalhost',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.2',
    'http://evil.example#localhost',
    'http://localhost@evil.example',
    'http://user@localhost',
    'HTTP://LOCALHOST',
    'http://localhost/',
    'file://localhost',
    'data:text/html,localhost',
    'null',
    '*',
    '',
  ])('error: refuses %s even in development', (origin) => {
    expect(isAllowedOrigin(origin, development)).toBe(false)
  })
})
