import { expect, test } from '@playwright/test'
import { openBareHost, serveHost, signInByApi } from './bare-host.js'
import { dev } from './person.js'

const authOrigin = new URL(dev.authUrl).origin

test('the wallet page asks its own origin only, in everything it does, and its policy lets it ask no other', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const host = await serveHost('')
  const asked = new Set<string>()
  const page = await openBareHost(context, host.url)
  page.page.on('request', (request) => {
    if (request.frame().url().startsWith(authOrigin)) asked.add(new URL(request.url()).origin)
  })
  const { token: accessToken } = await signInByApi()
  const made = await page.ask('privy:wallets:create', { accessToken, chainType: 'ethereum' })
  const entropyId = String(made.data?.address)
  const root = { accessToken, entropyId, entropyIdVerifier: 'ethereum-address-verifier' }
  const solana = await page.ask('privy:wallets:add', {
    ...root,
    chainType: 'solana',
    hdWalletIndex: 0,
  })
  expect(solana.error).toBeUndefined()
  await page.ask('privy:wallets:connect', root)
  await page.ask('privy:wallets:recover', root)
  for (const method of ['personal_sign', 'eth_sendTransaction', 'eth_signTransaction']) {
    const params =
      method === 'personal_sign'
        ? ['hi', entropyId]
        : [{ from: entropyId, to: entropyId, value: '0x1', chainId: 31337 }]
    await page.ask('privy:wallets:rpc', {
      ...root,
      chainType: 'ethereum',
      hdWalletIndex: 0,
      request: { method, params },
    })
  }
  expect([...asked]).toEqual([authOrigin])

  const frame = page.page.frames().find((each) => each.url().startsWith(authOrigin))
  const tried = await frame?.evaluate(async (other) => {
    const ways = {
      fetch: () => fetch(other),
      image: () =>
        new Promise((resolve, reject) => {
          const image = new Image()
          image.onload = resolve
          image.onerror = reject
          image.src = `${other}x.png`
        }),
      socket: () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(other.replace('http', 'ws'))
          socket.onopen = resolve
          socket.onerror = reject
        }),
      beacon: async () => {
        const blocked = new Promise((resolve) =>
          document.addEventListener('securitypolicyviolation', resolve, { once: true }),
        )
        navigator.sendBeacon(other, 'x')
        await blocked
        throw new Error('blocked')
      },
    }
    const results: Record<string, string> = {}
    for (const [name, work] of Object.entries(ways))
      results[name] = await work().then(
        () => 'went out',
        () => 'blocked',
      )
    return results
  }, host.url)
  expect(tried).toEqual({
    fetch: 'blocked',
    image: 'blocked',
    socket: 'blocked',
    beacon: 'blocked',
  })
  await context.close()
  host.close()
})
