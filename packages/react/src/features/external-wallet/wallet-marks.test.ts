import { readFileSync } from 'node:fs'
import { externalWallet } from '@sallyport/core'
import { expect, test } from 'vitest'
import { walletMarks } from './wallet-marks.js'

const table = readFileSync(new URL('./WALLET-MARKS.md', import.meta.url), 'utf8')
const marks = Object.entries(walletMarks)

test('the file of marks says whose each is, and names the wallets that have none', () => {
  for (const [id, { name }] of Object.entries(externalWallet.knownWallets))
    expect(table, name).toContain(Object.hasOwn(walletMarks, id) ? `| ${name} | ` : name)
})

test('a mark is a drawing alone: it runs nothing and loads nothing', () => {
  for (const [id, mark] of marks) {
    expect(mark, id).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(mark, id).not.toMatch(/<script|<image|<foreignObject|\son\w+=|href="(?!#)|url\((?!#)/i)
  }
  expect(marks.length).toBeGreaterThan(10)
})
