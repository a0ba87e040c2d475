import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { bitcoinCopies } from '../bitcoin-copies.js'

const entry = fileURLToPath(new URL('./main.ts', import.meta.url))

describe('weight of the frame', () => {
  test('is at most 62.4 kB before a chain is used, and no chain is among it', async () => {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      plugins: [bitcoinCopies],
      build: {
        write: false,
        modulePreload: false,
        target: 'es2022',
        rolldownOptions: { input: entry },
      },
    })
    if (!('output' in built)) throw new Error('one build was asked for')
    const chunks = built.output.filter((each) => each.type === 'chunk')
    // What answers `ready`, and the wallets with all they import before they ask for a chain.
    const isWallets = (modules: object) =>
      Object.keys(modules).some((id) => id.endsWith('/frame/src/wallet/wallets.ts'))
    const loaded = new Set(chunks.filter((each) => each.isEntry || isWallets(each.modules)))
    for (const chunk of loaded) {
      for (const next of chunks.filter((each) => chunk.imports.includes(each.fileName))) {
        loaded.add(next)
      }
    }
    const files = [...loaded].flatMap((each) => Object.keys(each.modules))
    const bytes = [...loaded].reduce(
      (sum, { code }) => sum + gzipSync(code, { level: 9 }).length,
      0,
    )

    expect(loaded.size).toBeGreaterThan(1)
    expect(files.filter((id) => /src\/rpc\/(ethereum|solana|bitcoin)/.test(id))).toEqual([])
    // Apps that do not enforce wallet screens never load them.
    expect(files.filter((id) => /src\/confirm\/(?!guard\.ts)/.test(id))).toEqual([])
    expect(bytes).toBeLessThanOrEqual(62_400)
  })
})
