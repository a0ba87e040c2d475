import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { packages, publicExports, snapshotPath } from './exports.mjs'

describe('public exports', () => {
  for (const name of packages)
    test.skipIf(!existsSync(snapshotPath(name)))(
      `${name} exports what its exports.txt lists (update: node scripts/print-exports.mjs)`,
      () => {
        expect(publicExports(name)).toBe(readFileSync(snapshotPath(name), 'utf8'))
      },
    )

  test('lists every name the built contract has at run time, and only those', async () => {
    const contract = {
      ...(await import('@sallyport/contract')),
      ...(await import('@sallyport/contract/wallet-api')),
      ...(await import('@sallyport/contract/webhooks')),
    }

    const values = publicExports('contract')
      .trim()
      .split('\n')
      .filter((name) => !name.startsWith('type '))

    expect(values).toEqual(Object.keys(contract).sort())
  })
})
