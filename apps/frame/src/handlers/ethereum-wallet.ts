import type { HandlersOf } from '../protocol/handler.js'
import { requireRecovery } from '../recovery/requested-recovery.js'
import type { RootAddress } from '../wallet/find-record.js'
import type { RunAs } from './run-as.js'
import { signByAddress } from './sign-by-address.js'

/** Handlers of the older events, which name an Ethereum wallet by its address. */
export function ethereumWalletHandlers(runAs: RunAs): HandlersOf<'privy:wallet:'> {
  return {
    'privy:wallet:create': (data) =>
      runAs(data, async (wallets, caller) => {
        const { solanaAddress } = data
        const address = await wallets.create(caller, {
          chainType: 'ethereum',
          existing: solanaAddress ? { chainType: 'solana', address: solanaAddress } : undefined,
          recovery: requireRecovery('choose', data),
        })
        return { address }
      }),
    'privy:wallet:connect': (data) =>
      runAs(data, async (wallets, caller) => {
        await wallets.connect(caller, rootOf(data))
        return { address: data.address }
      }),
    'privy:wallet:recover': (data) =>
      runAs(data, async (wallets, caller) => {
        await wallets.recover(caller, rootOf(data), data)
        return { address: data.address }
      }),
    'privy:wallet:rpc': (data) =>
      runAs(data, async (wallets, caller) => {
        const signed = await signByAddress(wallets, caller, { root: rootOf(data), ...data })
        return { address: signed.address, response: signed.response }
      }),
  }
}

const rootOf = ({ address }: { address: string }): RootAddress => ({
  chainType: 'ethereum',
  address,
})
