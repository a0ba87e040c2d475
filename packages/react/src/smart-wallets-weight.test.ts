import { fileURLToPath } from 'node:url'
import { type Bundle, bundle, bytesOf, modulesOf } from '@sallyport/testing/bundle'
import { beforeAll, describe, expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))
const smartWallets = fileURLToPath(new URL('./smart-wallets.tsx', import.meta.url))
const page = (names: string, inner: string) => `
import { createElement } from 'react'; import { createRoot } from 'react-dom/client'
import { SallyportProvider, useLogin } from ${JSON.stringify(index)}
${names}
const App = () => createElement('button', { onClick: useLogin().login })
const inner = ${inner}
createRoot(document.getElementById('root')).render(
  createElement(SallyportProvider, { appId: 'a', apiUrl: 'b' }, inner))`

const library = /\/(smart-wallets\/(src|dist)|permissionless)\//
const limits = {
  safe: 98_300,
  kernel: 98_300,
  biconomy: 93_600,
  'light-account': 93_600,
  'coinbase-smart-wallet': 91_500,
}
let plain: Bundle
let smart: Bundle
beforeAll(async () => {
  plain = await bundle(page('', 'createElement(App)'), index)
  const name = `import { SmartWalletsProvider } from ${JSON.stringify(smartWallets)}`
  smart = await bundle(
    page(name, 'createElement(SmartWalletsProvider, {}, createElement(App))'),
    index,
  )
}, 120_000)

describe('smart wallets load when they are used', () => {
  test('a page without them holds none of their code', () => {
    expect(modulesOf(plain.holding(library))).toEqual([])
  })

  test('a page with them loads no code of accounts or viem first', () => {
    expect(modulesOf(smart.first).filter((id) => library.test(id) || /\/viem\//.test(id))).toEqual(
      [],
    )
    // The provider and what it needs of the client; pages without it do not pay for that.
    expect(bytesOf(smart.first) - bytesOf(plain.first)).toBeLessThanOrEqual(3_400)
  })

  /*
   * With 7 kB of the client that the page does not load first, and the whole part of viem that is loaded then, which a page that has
   * used an Ethereum wallet before holds in part. What is above the goal of 90 kB is the passkey signatures that viem and permissionless
   * import for two kinds.
   */
  test.each(Object.entries(limits))(
    'the code of %s is at most %i bytes when it is first used',
    (kind, limit) => {
      const chunks = new Set([
        ...smart.holding(/\/smart-wallets\/library\./),
        ...smart.holding(/\/smart-wallets\/owner\./),
        ...smart.holding(new RegExp(`/smart-wallets/(src|dist)/accounts/${kind}\\.`)),
      ])
      const loaded = [...chunks].filter((each) => !smart.first.includes(each))
      expect(modulesOf(loaded).some((id) => id.includes('/permissionless/'))).toBe(true)
      expect(bytesOf(loaded)).toBeLessThanOrEqual(limit)
    },
  )
})
