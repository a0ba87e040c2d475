import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import {
  createEthereumWallet,
  createSolanaWallet,
  type TestWallet,
  writeLoginMessage,
} from '../wallets.js'
import { type MethodEntry, memo, proveAfter } from './method-entry.js'
import { notLinkedYet } from './not-linked-yet.js'

/** Login by an Ethereum wallet. */
export function siweEntry(kit: TestKit): MethodEntry {
  const walletOf = memo(() => createEthereumWallet())
  return {
    routes: { login: api.siwe.authenticate },
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
    skips: notLinkedYet,
  }
}

/** Login by a Solana wallet. */
export function siwsEntry(kit: TestKit): MethodEntry {
  const walletOf = memo(() => createSolanaWallet())
  return {
    routes: { login: api.siws.authenticate },
    setting: 'solana_wallet_auth',
    isGuest: false,
    prove: (name, prover) => {
      const { address } = walletOf(name)
      const started = kit.call(api.siws.init, { body: { address } }, prover)
      return proveAfter(started, ({ nonce }) => signed(kit, 'Solana', walletOf(name), nonce))
    },
    entry: (name) => ({ type: 'wallet', value: `solana:${walletOf(name).address}` }),
    skips: notLinkedYet,
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
