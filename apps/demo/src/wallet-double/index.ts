import { announceEthereumDouble } from './ethereum.js'
import { changeSettings } from './settings.js'
import { registerSolanaDouble } from './solana.js'

/**
 * Installs the test wallet on this page: a browser extension's double for Ethereum and Solana with real keys. Tests steer it
 * by `window.walletDouble`.
 */
export async function installWalletDouble(options: { rpcUrl: string }): Promise<void> {
  Object.assign(window, { walletDouble: { set: changeSettings } })
  announceEthereumDouble(options)
  await registerSolanaDouble()
}
