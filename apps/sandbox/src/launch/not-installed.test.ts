import { describe, expect, test } from 'vitest'
import { notInstalled } from './not-installed.js'

describe('notInstalled', () => {
  test('advises a new installation where the program exists', () => {
    expect(notInstalled('The local Ethereum chain', 'darwin arm64').message).toBe(
      'The local Ethereum chain is not installed for this machine (darwin arm64): delete the folder node_modules and run npm start again, with optional packages on (npm config get omit).',
    )
  })

  test('names the supported systems where it does not', () => {
    expect(notInstalled('The built-in Postgres', 'win32 x64').message).toBe(
      'The built-in Postgres is not installed for this machine (win32 x64): run Sallyport on macOS or Linux (x64 or arm64; on Windows in WSL).',
    )
  })
})
