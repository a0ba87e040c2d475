import { fileURLToPath } from 'node:url'
import { bundle, bytesOf, modulesOf } from '@sallyport/testing/bundle'
import { expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))
const start = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';`
const page = (node: string) => `createRoot(document.getElementById('root')).render(${node})`
const bare = `${start} ${page(`createElement('button', { id: 'login' })`)}`
const withHook = (
  hook: string,
) => `${start} import { SallyportProvider, ${hook} } from ${JSON.stringify(index)}
const App = () => createElement('button', { id: 'login', onClick: ${hook}().login })
${page(`createElement(SallyportProvider, { appId: 'a', apiUrl: 'b' }, createElement(App))`)}`

/** Bundles two pages; seconds on quiet cores. */
const bundlingMs = 60_000

test(
  'a page costs at most 80 kB, 12.7 kB of them beside React, and the open modal 32 kB more',
  async () => {
    const [react, ours] = [await bundle(bare, index), await bundle(withHook('useLogin'), index)]
    const opening = ours.holding(/\/(modal\/modal-root|copy\/en)\.ts/)
    const modules = modulesOf(ours.first)

    expect(bytesOf(ours.first)).toBeLessThanOrEqual(80_010)
    expect(bytesOf(ours.first) - bytesOf(react.first)).toBeLessThanOrEqual(12_730)
    expect(bytesOf(opening.filter((each) => !ours.first.includes(each)))).toBeLessThanOrEqual(
      32_000,
    )
    expect(opening.length).toBeGreaterThan(0)
    expect(
      modules.filter((id) => /react.*development|\/zod\/|\/core\/dist\/providers\//.test(id)),
    ).toEqual([])
  },
  bundlingMs,
)

test(
  'the hook with everything costs 2.9 kB more, and loads no code of wallets or chains first',
  async () => {
    const plain = await bundle(withHook('useLogin'), index)
    const whole = await bundle(withHook('useSallyport'), index)

    expect(bytesOf(whole.first) - bytesOf(plain.first)).toBeLessThanOrEqual(2_910)
    expect(
      modulesOf(whole.first).filter((id) =>
        /\/core\/dist\/(providers|external-wallets|wallet)\/|contract\/dist\/errors\.js/.test(id),
      ),
    ).toEqual([])
  },
  bundlingMs,
)

test(
  'the hooks of Ethereum and Solana wallets cost 1 kB more, and load their code after the first render',
  async () => {
    const plain = await bundle(withHook('useSallyport'), index)
    const wallets = `const App = () => {
  globalThis.wallets = [useWallets(), useSolanaWallets()]`
    const code = withHook('useSallyport')
      .replace('{ SallyportProvider', '{ useWallets, useSolanaWallets, SallyportProvider')
      .replace('const App = () => ', `${wallets}; return `)
    const whole = await bundle(`${code.replace('.login })', '.login }) }')}`, index)

    expect(bytesOf(whole.first) - bytesOf(plain.first)).toBeLessThanOrEqual(1_000)
    expect(
      modulesOf(whole.first).filter((id) => /\/core\/dist\/(providers|external)/.test(id)),
    ).toEqual([])
  },
  bundlingMs,
)
