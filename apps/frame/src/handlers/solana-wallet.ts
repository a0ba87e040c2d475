import type { HandlersOf } from '../protocol/handler.js'
import { requireRecovery } from '../recovery/requested-recovery.js'
import type { RootAddress } from '../wallet/find-record.js'
import type { RunAs } from './run-as.js'
import { signByAddress } from './sign-by-address.js'

/** Handlers of the older events, which name a Solana wallet by its public key. */
export function solanaWalletHandlers(runAs: RunAs): HandlersOf<'privy:solana-wallet:'> {
  return {
    'privy:solana-wallet:create': (data) =>
      runAs(data, async (wallets, caller) => {
        const { ethereumAddress } = data
        const publicKey = await wallets.create(caller, {
          chainType: 'solana',
          existing: ethereumAddress
            ? { chainType: 'ethereum', address: ethereumAddress }
            : undefined,
          recovery: requireRecovery('choose', data),
        })
        return { publicKey }
      }),
    'privy:solana-wallet:create-additional': (data) =>
      runAs(data, async (wallets, caller) => {
        const root = rootOf({ publicKey: data.primaryPublicKey })
        const path = { chainType: root.chainType, walletIndex: data.hdWalletIndex }
        return { publicKey: await wallets.add(caller, root, path) }
      }),
    'privy:solana-wallet:connect': (data) =>
      runAs(data, async (wallets, caller) => {
        await wallets.connect(caller, rootOf(data))
        return { publicKey: data.publicKey }
      }),
    'privy:solana-wallet:recover': (data) =>
      runAs(data, async (wallets, caller) => {
        await wallets.recover(caller, rootOf(data), data)
        return { publicKey: data.publicKey }
      }),
    'privy:solana-wallet:rpc': (data) =>
      runAs(data, async (wallets, caller) => {
        const signed = await signByAddress(wallets, caller, { root: rootOf(data), ...data })
        return { publicKey: signed.address, response: signed.response }
      }),
  }
}

const rootOf = ({ publicKey }: { publicKey: string }): RootAddress => ({
  chainType: 'solana',
  address: publicKey,
})
