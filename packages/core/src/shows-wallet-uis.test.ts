import { describe, expect, test } from 'vitest'
import { showsWalletUIs } from './shows-wallet-uis.js'

describe('showsWalletUIs', () => {
  test.each([
    ['neither is given', {}, undefined],
    ['the name of today', { showWalletUIs: true }, true],
    ['the name of today', { showWalletUIs: false }, false],
    ['the older name', { noPromptOnSignature: true }, false],
    ['the older name', { noPromptOnSignature: false }, true],
    ['both: the name of today wins', { showWalletUIs: true, noPromptOnSignature: true }, true],
    ['both: the name of today wins', { showWalletUIs: false, noPromptOnSignature: false }, false],
  ])('%s', (_name, given, expected) => {
    expect(showsWalletUIs(given)).toBe(expected)
  })
})
