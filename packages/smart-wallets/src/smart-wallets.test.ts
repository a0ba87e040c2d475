import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { createSmartWallets } from './smart-wallets.js'

const owner = privateKeyToAccount(generatePrivateKey())
const bundlerUrl = 'https://bundler.example.com/rpc'
/** Where nothing listens. */
const nowhere = 'http://127.0.0.1:1'
const offline = {
  ...foundry,
  name: 'Harbour',
  rpcUrls: { default: { http: [nowhere] } },
}

function create(network: { chainId: number; rpcUrl?: string }, chains = [offline]) {
  const settings = { type: 'safe', networks: [{ bundlerUrl, ...network }] }
  return createSmartWallets({ settings, owner, chains })
}

describe('the texts of errors (specification §8)', () => {
  test('error: the settings name none of the chains', () => {
    expect(() => create({ chainId: 5 })).toThrow(
      expect.objectContaining({
        code: 'no_configured_chain',
        message:
          'Could not find smart wallets chain configurations for any of the 1 configured chains',
      }),
    )
  })

  test('error: a chain that the settings do not name', async () => {
    const wallets = create({ chainId: foundry.id })
    await expect(wallets.connect(5)).rejects.toMatchObject({ code: 'chain_not_configured' })
  })

  test('error: the chain’s node does not answer; the next call asks again', async () => {
    const wallets = create({ chainId: foundry.id, rpcUrl: nowhere })
    const failed = {
      code: 'client_failed',
      message: `Failed to create smart wallet client for chain Harbour (eip155:${foundry.id})`,
    }
    const first = wallets.connect(foundry.id)
    await expect(first).rejects.toMatchObject(failed)
    const second = wallets.connect(foundry.id)
    expect(second).not.toBe(first)
    await expect(second).rejects.toMatchObject(failed)
  })
})

test('a chain that only the settings know is used by its own address', () => {
  expect(create({ chainId: 5, rpcUrl: nowhere }).defaultChainId).toBe(5)
})
