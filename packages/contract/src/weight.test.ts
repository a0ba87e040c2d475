import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))

/** What a page pays for importing `names`: minified and compressed bytes, and the files of this package in them. */
async function weigh(names: string): Promise<{ bytes: number; files: string[] }> {
  const entry = 'virtual-entry'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith(entry) ? `\0${entry}` : null),
        load: (id) =>
          id === `\0${entry}`
            ? `import { ${names} } from ${JSON.stringify(index)}; globalThis.kept = [${names}]`
            : null,
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: entry },
    },
  })
  if (!('output' in built)) throw new Error('one build was asked for')
  const [chunk] = built.output
  return {
    bytes: gzipSync(chunk.code, { level: 9 }).length,
    files: Object.keys(chunk.modules)
      .filter((id) => id.includes('/contract/src/'))
      .map((id) => id.replace(/.*\/contract\/src\//, '')),
  }
}

describe('weight in a page', () => {
  test.each([
    ['pageApi', 500],
    ['frameEvents', 7_000],
    ['emailAddress', 4_500],
    ['ApiError, isApiError', 1_400],
    ['headers, cookies, storageKeys', 500],
    ['walletDetectionTimeoutMs', 200],
  ])('%s costs at most %i bytes', async (names, limit) => {
    const { bytes } = await weigh(names)

    expect(bytes).toBeLessThanOrEqual(limit)
  })

  test('the page loads no schema for the routes it calls', async () => {
    const { files } = await weigh('pageApi')

    expect(files).toEqual(['page-api.ts'])
  })

  test('constants bring no schema', async () => {
    const { files } = await weigh('headers, catalogue, decodeBase58')

    expect(files.sort()).toEqual(['errors.ts', 'primitives/base58.ts', 'vendor.ts'])
  })
})
