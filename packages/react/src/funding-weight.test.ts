import { fileURLToPath } from 'node:url'
import { type Bundle, bundle, bytesOf, modulesOf } from '@sallyport/testing/bundle'
import { beforeAll, describe, expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))
const page = `
import { createElement } from 'react'; import { createRoot } from 'react-dom/client'
import { SallyportProvider, useFundWallet, useLogin } from ${JSON.stringify(index)}
const App = () => {
  const { fundWallet } = useFundWallet()
  return createElement('button', { onClick: useLogin().login, onDoubleClick: () => fundWallet('0x1') })
}
createRoot(document.getElementById('root')).render(
  createElement(SallyportProvider, { appId: 'a', apiUrl: 'b' }, createElement(App)))`

const screens = /\/features\/funding\/[\w-]+\.tsx$/
const texts = /\/copy\/(en|ar)-funding\.ts$/
const calls = /\/funding-calls\.ts$/

let built: Bundle
beforeAll(async () => {
  built = await bundle(page, index)
}, 120_000)

describe('the screens that add money', () => {
  test('load neither with a page that has useFundWallet, nor with the open modal', () => {
    const opening = built.holding(/\/modal\/modal-root\.tsx?$/)
    expect(opening.length).toBeGreaterThan(0)
    for (const chunks of [built.first, opening]) {
      const loaded = modulesOf(chunks)
      expect(loaded.filter((id) => screens.test(id) || texts.test(id) || calls.test(id))).toEqual(
        [],
      )
    }
  })

  test('are one chunk, which costs at most 30 kB with what it alone imports', () => {
    const holding = (module: RegExp) =>
      built.holding(/./).filter((chunk) => modulesOf([chunk]).some((id) => module.test(id)))
    const [chunk, ...others] = holding(screens)
    expect(others).toEqual([])
    if (chunk === undefined) throw new Error('No chunk holds the screens')
    const foreign = modulesOf([chunk]).filter((id) => /\/features\/(?!funding\/)/.test(id))
    expect(foreign).toEqual([])
    expect(bytesOf([chunk])).toBeLessThanOrEqual(30_000)
  })
})
