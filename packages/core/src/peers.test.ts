import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The built file as webpack reads it in an app that has the `installed` packages. */
function throughWebpack(source: string, installed: string[] = []): Promise<string> {
  const loader = require('../bundlers/webpack/without-absent-peers.cjs')
  return new Promise((resolve, reject) => {
    const context = {
      async: () => (error: unknown, code: string) => (error ? reject(error) : resolve(code)),
      getResolve: () => async (_: string, name: string) => {
        if (!installed.includes(name)) throw new Error(`Can't resolve '${name}'`)
      },
    }
    loader.call(context, source)
  })
}

test('webpack reads no import of a package that is not installed', async () => {
  const built = readFileSync(fileOf('../dist/peers.js'), 'utf8')
  expect(built).toMatch(/await import\(/)

  const code = await throughWebpack(built, ['viem'])

  expect(new Set(code.match(/await import\([^)]*\)/g))).toEqual(new Set(['await import("viem")']))
  expect(code).toContain("Promise.reject(new Error('@solana/kit is not installed'))")
})

test.each(["'", '"'])('an import in the quotes %s becomes a rejection', async (quote) => {
  const code = await throughWebpack(`await import(${quote}viem/actions${quote})`)

  expect(code).toBe("await Promise.reject(new Error('viem/actions is not installed'))")
})
