import type { BrowserContext } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createWalletConnectWallet } from '../packages/core/src/test-kit/walletconnect-wallet.js'
import { dev } from './person.js'

/** A wallet on another device that pairs through the sandbox's relay, approves everything and signs texts. */
export async function createRemoteWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  const asked: string[] = []
  const wallet = await createWalletConnectWallet({
    relayUrl: dev.relayUrl,
    chains: ['eip155:31337'],
    address: account.address,
    async handle({ method, params }) {
      asked.push(method)
      // `personal_sign`: the text in hex, then the address.
      const [text] = params as [`0x${string}`]
      return account.signMessage({ message: { raw: text } })
    },
  })
  return { ...wallet, address: account.address, asked }
}

/** Answers what WalletConnect's client asks of its maker's servers: tests reach none. */
export async function answerForWalletConnect(context: BrowserContext): Promise<void> {
  await context.route(/^https:\/\/[a-z]+\.walletconnect\.(org|com)\//, (route) =>
    route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } }),
  )
}
