import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))
const page = `
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  import { SallyportProvider, useSallyport } from ${JSON.stringify(index)}
  function Login() {
    const { ready, login } = useSallyport()
    return createElement('button', { disabled: !ready, onClick: () => login() }, 'Log in')
  }
  const props = { appId: 'a'.repeat(25), apiUrl: 'https://auth.example' }
  createRoot(document.body).render(createElement(SallyportProvider, props, createElement(Login)))`

type Chunk = {
  code: string
  fileName: string
  imports: string[]
  isEntry: boolean
  modules: Record<string, unknown>
}

let chunks: Chunk[]
beforeAll(async () => {
  const entry = 'virtual-page'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // The test runner's own NODE_ENV would bring React's development build, twice the size, and file names in the JSX.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (id) =>
          id.endsWith(entry) ? fileURLToPath(new URL(entry, import.meta.url)) : null,
        load: (id) => (id.endsWith(entry) ? page : null),
      },
    ],
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
  })
  if (!('output' in built)) throw new Error('one build was asked for')
  chunks = built.output.filter((each) => each.type === 'chunk')
}, 60_000)

/** The chunk that matches with everything it imports statically. */
function loadedWith(matches: (chunk: Chunk) => boolean): Set<Chunk> {
  const loaded = new Set(chunks.filter(matches))
  for (const chunk of loaded) {
    for (const next of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) {
      loaded.add(next)
    }
  }
  return loaded
}

const weigh = (loaded: Iterable<Chunk>) =>
  [...loaded].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
const holds = (file: string) => (chunk: Chunk) =>
  Object.keys(chunk.modules).some((id) => id.includes(file))
const isEntry = ({ isEntry }: Chunk) => isEntry

describe('weight of a page with a login button', () => {
  test('loads at most 95 kB with React, and no screen', () => {
    const first = loadedWith(isEntry)

    expect([...first].some(holds('react-dom'))).toBe(true)
    expect([...first].some(holds('/react/src/modal/modal-root'))).toBe(false)
    expect(weigh(first)).toBeLessThanOrEqual(95_000)
  })

  test('loads at most 25 kB more when the modal opens', () => {
    const first = loadedWith(isEntry)
    const more = [...loadedWith(holds('/react/src/modal/modal-root'))].filter(
      (chunk) => !first.has(chunk),
    )

    expect(more).not.toEqual([])
    expect(weigh(more)).toBeLessThanOrEqual(25_000)
  })
})
