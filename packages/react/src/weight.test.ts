import { fileURLToPath } from 'node:url'
import { bundle, bytesOf, modulesOf } from '@sallyport/testing/bundle'
import { expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))
const start = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';`
const page = (node: string) => `createRoot(document.getElementById('root')).render(${node})`
const bare = `${start} ${page(`createElement('button', { id: 'login' })`)}`
const kit = `${start} import { SallyportProvider, useLogin } from ${JSON.stringify(index)}
const App = () => createElement('button', { id: 'login', onClick: useLogin().login })
${page(`createElement(SallyportProvider, { appId: 'a', apiUrl: 'b' }, createElement(App))`)}`

test('a page costs at most 82 kB, 14.4 kB of them beside React, and the open modal 26 kB more', async () => {
  const [react, ours] = [await bundle(bare, index), await bundle(kit, index)]
  const opening = ours.holding(/\/(modal\/modal-root|copy\/en)\.ts/)
  const modules = modulesOf(ours.first)

  expect(bytesOf(ours.first)).toBeLessThanOrEqual(82_000)
  expect(bytesOf(ours.first) - bytesOf(react.first)).toBeLessThanOrEqual(14_400)
  expect(bytesOf(opening.filter((each) => !ours.first.includes(each)))).toBeLessThanOrEqual(26_000)
  expect(opening.length).toBeGreaterThan(0)
  expect(
    modules.filter((id) => /react.*development|\/zod\/|\/core\/dist\/providers\//.test(id)),
  ).toEqual([])
})
