// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createFakeKit } from './test-kit/fake-kit.js'
import { appConfig } from './test-kit/samples.js'
import { standingClock } from './test-kit/standing-clock.js'
import { offer } from './wallets.js'

const settings = {
  default_recommended_currency: { chain: 'eip155:1', asset: 'native-currency' },
  default_recommended_amount: '0.01',
  methods: ['external'],
  options: [],
  cross_chain_bridging_enabled: false,
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A user without wallets, of an app that offers funding with a new wallet or does not. */
async function setup(prompts: boolean) {
  const funding_config = { ...settings, prompt_funding_on_wallet_creation: prompts }
  const server = { [`/apps/${'a'.repeat(25)}`]: () => ({ ...appConfig, funding_config }) }
  const fake = createFakeKit({
    answers: { server },
    clock: standingClock(async () => undefined),
  })
  const { kit } = fake
  await kit.client.start()
  fake.logIn()
  stops.push(offer(kit), () => kit.client.destroy())
  const goals = () => kit.modal.runs().map(({ goal }) => goal)
  return { kit, goals }
}

test('a new wallet is offered money where the app wants it, and creating it does not wait for that', async () => {
  const { kit, goals } = await setup(true)
  const { address } = await kit.actions.createWallet()
  await vi.waitFor(() => expect(goals()).toHaveLength(1))
  expect(goals()[0]).toMatchObject({ goal: 'fund', funding: { address, amount: '0.01' } })
})

test('a login that creates two wallets offers money once', async () => {
  const { kit, goals } = await setup(true)
  const { wallet } = await import('./wallets.js')
  await wallet.createWallets(kit.client)
  await vi.waitFor(() => expect(goals()).toHaveLength(1))
  expect(goals()[0]).toMatchObject({ funding: { network: { type: 'ethereum' } } })
  // Wallets that exist are not created again.
  await wallet.createWallets(kit.client)
  expect(goals()).toHaveLength(1)
})

test('nothing is offered by other apps', async () => {
  const { kit, goals } = await setup(false)
  await kit.actions.createWallet()
  await import('./funding-calls.js')
  expect(goals()).toEqual([])
})
