import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))

/** What a page loads at first for importing `names`: minified and compressed bytes, and the packages in them. */
async function weigh(names: string): Promise<{ bytes: number; strayFiles: string[] }> {
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
  const chunks = built.output.filter((each) => each.type === 'chunk')
  const loaded = chunks.filter((each) => each.isEntry)
  for (const chunk of loaded) {
    const more = chunks.filter((each) => chunk.imports.includes(each.fileName))
    loaded.push(...more.filter((each) => !loaded.includes(each)))
  }
  const code = loaded.map((each) => each.code).join('\n')
  return {
    bytes: gzipSync(code, { level: 9 }).length,
    strayFiles: loaded
      .flatMap((each) => Object.keys(each.modules))
      .filter((id) => /node_modules\/(viem|ox|zod|@solana|@noble|@solana-program)\//.test(id)),
  }
}

describe('weight in a page', () => {
  test.each([
    ['createClient, email, guest, session', 9_600],
    ['createClient, email, guest, session, user, analytics, wallet, ethereum, solana', 16_500],
  ])('%s costs at most %i bytes and nothing of a chain or a schema', async (names, limit) => {
    const { bytes, strayFiles } = await weigh(names)

    expect(bytes).toBeLessThanOrEqual(limit)
    expect(strayFiles).toEqual([])
  })
})
