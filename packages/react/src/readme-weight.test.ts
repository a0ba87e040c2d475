import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
/** Beside this file, so that its imports are resolved as an app's are. */
const entry = fileURLToPath(new URL('./readme-main.tsx', import.meta.url))

test('the README prints the weight of its own page, as Vite builds it', async () => {
  const [, main = ''] = /```tsx src\/main\.tsx\n([\s\S]*?)```/.exec(readme) ?? []
  const [, printed] =
    /JavaScript of a page with a login button[^|]*\| *([\d.]+) kB/.exec(readme) ?? []

  const measured = (await firstBytesOf(main)) / 1000

  // The names of the files are part of the code and compress a little differently each time.
  expect(Math.abs(Number(printed) - measured), `${measured} kB`).toBeLessThanOrEqual(0.3)
}, 60_000)

/** The size of what the page loads first, each file by gzip. */
async function firstBytesOf(main: string): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'readme',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? main : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  if (!('output' in built)) throw new Error('Expected one build')
  const chunks = built.output.filter((each) => each.type === 'chunk')
  const first = chunks.filter((each) => each.isEntry)
  for (const chunk of first)
    first.push(
      ...chunks.filter((each) => chunk.imports.includes(each.fileName) && !first.includes(each)),
    )
  return first.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}
