import { automaticRecoveryMethod, chainOfVerifier } from '@sallyport/contract'
import { invalidArguments } from '../frame-error.js'
import type { HandlersOf } from '../protocol/handler.js'
import { requireRecovery } from '../recovery/requested-recovery.js'
import type { RootAddress } from '../wallet/find-record.js'
import type { RunAs } from './run-as.js'

/** Handlers of the events that name a chain, and a root by its first address. */
export function walletsHandlers(runAs: RunAs): HandlersOf<'privy:wallets:'> {
  return {
    'privy:wallets:create': (data) =>
      runAs(data, async (wallets, caller) => {
        const { chainType, entropyId, entropyIdVerifier } = data
        const recovery = requireRecovery('choose', data)
        const existing =
          entropyId && entropyIdVerifier ? rootOf({ entropyId, entropyIdVerifier }) : undefined
        return { address: await wallets.create(caller, { chainType, existing, recovery }) }
      }),
    'privy:wallets:add': (data) =>
      runAs(data, async (wallets, caller) => {
        const path = { chainType: data.chainType, walletIndex: data.hdWalletIndex }
        return { address: await wallets.add(caller, rootOf(data), path) }
      }),
    'privy:wallets:import': (data) =>
      runAs(data, async (wallets, caller) => {
        const { chainType, privateKey: text } = data
        const recovery = requireRecovery('choose', data)
        return { address: await wallets.importSecret(caller, { chainType, text, recovery }) }
      }),
    'privy:wallets:connect': (data) =>
      runAs(data, async (wallets, caller) => {
        await wallets.connect(caller, rootOf(data))
        return { entropyId: data.entropyId }
      }),
    'privy:wallets:recover': (data) =>
      runAs(data, async (wallets, caller) => {
        await wallets.recover(caller, rootOf(data), data)
        return { entropyId: data.entropyId }
      }),
    'privy:wallets:set-recovery': (data) =>
      runAs(data, async (wallets, caller) => {
        const { entropyId, entropyIdVerifier, existingRecoveryMethod, recoveryMethod } = data
        const recovery = requireRecovery('replace', data)
        const replaces = existingRecoveryMethod ?? undefined
        await wallets.setRecovery(caller, rootOf(data), { replaces, recovery })
        return {
          entropyId,
          entropyIdVerifier,
          recoveryMethod: recoveryMethod ?? automaticRecoveryMethod,
        }
      }),
    'privy:wallets:rpc': (data) =>
      runAs(data, async (wallets, caller) => {
        const { chainType, hdWalletIndex, request } = data
        const signed = await wallets.sign(caller, rootOf(data), {
          path: { chainType, walletIndex: hdWalletIndex },
          request,
        })
        const response = { method: request.method, data: signed.data }
        return { address: signed.address, chainType, response }
      }),
  }
}

function rootOf(data: { entropyId: string; entropyIdVerifier: string }): RootAddress {
  const chainType = chainOfVerifier(data.entropyIdVerifier)
  if (!chainType) throw invalidArguments('This kind of wallet is not supported')
  return { chainType, address: data.entropyId }
}
