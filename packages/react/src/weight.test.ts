import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))
const start = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';`
const page = (node: string) => `createRoot(document.getElementById('root')).render(${node})`
const bare = `${start} ${page(`createElement('button', { id: 'login' })`)}`
const kit = `${start} import { SallyportProvider, useLogin } from ${JSON.stringify(index)}
const App = () => createElement('button', { id: 'login', onClick: useLogin().login })
${page(`createElement(SallyportProvider, { appId: 'a', apiUrl: 'b' }, createElement(App))`)}`

/** Builds `code` as a page is built for its visitors: minified, with React's production build. */
async function weigh(code: string) {
  const entry = 'virtual-entry'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // The test runner's own NODE_ENV would bring React's development build, twice the size, and file names in the JSX.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith(entry) ? `${index}.${entry}.js` : null),
        load: (id) => (id.endsWith(`${entry}.js`) ? code : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  })
  if (!('output' in built)) throw new Error('one build was asked for')
  const chunks = built.output.filter((each) => each.type === 'chunk')
  /** The chunks with a module of that name, and all they import. */
  const closure = (isWanted: (chunk: (typeof chunks)[number]) => boolean) => {
    const loaded = chunks.filter(isWanted)
    for (const chunk of loaded) {
      const more = chunks.filter((each) => chunk.imports.includes(each.fileName))
      loaded.push(...more.filter((each) => !loaded.includes(each)))
    }
    return loaded
  }
  const holding = (module: RegExp) =>
    closure((chunk) => Object.keys(chunk.modules).some((id) => module.test(id)))
  const bytes = (loaded: typeof chunks) =>
    loaded.reduce((sum, { code: text }) => sum + gzipSync(text, { level: 9 }).length, 0)
  return { first: closure((chunk) => chunk.isEntry), holding, bytes }
}

test('a page costs at most 87 kB, 20 kB of them beside React, and the open modal 25 kB more', async () => {
  const [react, ours] = [await weigh(bare), await weigh(kit)]
  const opening = ours.holding(/\/(modal\/modal-root|copy\/en)\.ts/)
  const modules = ours.first.flatMap((chunk) => Object.keys(chunk.modules))

  expect(ours.bytes(ours.first)).toBeLessThanOrEqual(87_000)
  expect(ours.bytes(ours.first) - react.bytes(react.first)).toBeLessThanOrEqual(20_000)
  expect(ours.bytes(opening.filter((each) => !ours.first.includes(each)))).toBeLessThanOrEqual(
    25_000,
  )
  expect(opening.length).toBeGreaterThan(0)
  expect(modules.filter((id) => /react.*development|\/zod\//.test(id))).toEqual([])
})
