import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildChunks, importing, modulesOf } from '@sallyport/testing/bundle'
import { describe, expect, test } from 'vitest'
import { version } from './version.js'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))

describe('the package', () => {
  test('has at most 60 kB with its dependencies, and nothing of Node, viem or a schema', async () => {
    const chunks = await buildChunks(importing('createClient, generateKeyPair', index), index)
    const code = chunks.map((each) => each.code).join('\n')

    expect(code.length).toBeLessThanOrEqual(60_000)
    // Not `toMatch`: a failure would print the bundle.
    expect(/\bfrom ?.node:|\bBuffer\.from|\bprocess\.\w+/.exec(code)?.[0]).toBeUndefined()
    expect(
      modulesOf(chunks).filter((id) => /node_modules\/(viem|ox|zod|@solana)\//.test(id)),
    ).toEqual([])
  })

  test('names the version of its package.json', () => {
    const manifest = fileURLToPath(new URL('../package.json', import.meta.url))
    expect(version).toBe(JSON.parse(readFileSync(manifest, 'utf8')).version)
  })
})
