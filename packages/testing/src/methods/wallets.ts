import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import {
  createEthereumWallet,
  createSolanaWallet,
  type TestWallet,
  writeLoginMessage,
} from '../wallets.js'
import { type MethodEntry, memo, proveAfter } from './method-entry.js'

/** Login by an Ethereum wallet. */
export function siweEntry(kit: TestKit): MethodEntry {
  const walletOf = memo(() => createEthereumWallet())
  return {
    routes: {
      login: api.siwe.authenticate,
      link: api.siwe.link,
      unlink: api.siwe.unlink,
      transfer: api.siwe.transfer,
    },
    setting: 'wallet_auth',
    isGuest: false,
    prove: (name, prover) => {
      const { address } = walletOf(name)
      const started = kit.call(api.siwe.init, { body: { address } }, prover)
      return proveAfter(started, ({ nonce }) => signed(kit, 'Ethereum', walletOf(name), nonce))
    },
    entry: (name) => ({
      type: 'wallet',
      value: `ethereum:${walletOf(name).address.toLowerCase()}`,
    }),
    unlinkBody: (name) => ({ address: walletOf(name).address }),
    transferBody: (name) => ({ address: walletOf(name).address }),
    skips: {},
  }
}

/** Login by a Solana wallet. */
export function siwsEntry(kit: TestKit): MethodEntry {
  const walletOf = memo(() => createSolanaWallet())
  return {
    routes: {
      login: api.siws.authenticate,
      link: api.siws.link,
      unlink: api.siws.unlink,
      transfer: api.siws.transfer,
    },
    setting: 'solana_wallet_auth',
    isGuest: false,
    prove: (name, prover) => {
      const { address } = walletOf(name)
      const started = kit.call(api.siws.init, { body: { address } }, prover)
      return proveAfter(started, ({ nonce }) => signed(kit, 'Solana', walletOf(name), nonce))
    },
    entry: (name) => ({ type: 'wallet', value: `solana:${walletOf(name).address}` }),
    unlinkBody: (name) => ({ address: walletOf(name).address }),
    transferBody: (name) => ({ address: walletOf(name).address }),
    skips: {},
  }
}

function signed(
  kit: TestKit,
  chain: 'Ethereum' | 'Solana',
  { address, sign }: TestWallet,
  nonce: string,
): object {
  const issuedAt = new Date(kit.clock.nowMs()).toISOString()
  const message = writeLoginMessage({ chain, address, nonce, issuedAt })
  return { message, signature: sign(message) }
}
