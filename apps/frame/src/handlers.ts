import { automaticRecoveryMethod, chainOfVerifier } from '@sallyport/contract'
import { asFrameError } from './api/as-frame-error.js'
import { tokenOwner } from './device/token-owner.js'
import { invalidArguments } from './frame-error.js'
import type { Handlers } from './protocol/handler.js'
import type { Caller } from './wallet/context.js'
import type { RootAddress } from './wallet/find-record.js'
import type { Wallets } from './wallet/wallets.js'

/**
 * One handler for every event of the contract: the newer `wallets:*` events and the older ones by chain say the same
 * in other words (wire reference §20.4).
 *
 * `loadWallets` loads custody code and is not called for events that need none; `loadedWallets` never loads it.
 */
export function createHandlers({
  appId,
  loadWallets,
  loadedWallets,
}: {
  appId: string
  loadWallets: () => Promise<Wallets>
  loadedWallets: () => Wallets | undefined
}): Handlers {
  /** Runs an operation for the token's owner; failures of calls become errors the page knows. */
  async function as<T>(
    { accessToken }: { accessToken: string },
    run: (wallets: Wallets, caller: Caller) => Promise<T>,
  ): Promise<T> {
    const caller = { ...tokenOwner(accessToken, appId), accessToken }
    try {
      return await run(await loadWallets(), caller)
    } catch (error) {
      throw asFrameError(error)
    }
  }

  return {
    'privy:iframe:ready': async () => ({}),

    'privy:wallet:create': (data) =>
      as(data, async (wallets, caller) => {
        requireAutomatic(data)
        const existing = data.solanaAddress ? solana(data.solanaAddress) : undefined
        return { address: await wallets.create(caller, { chainType: 'ethereum', existing }) }
      }),
    'privy:wallets:create': (data) =>
      as(data, async (wallets, caller) => {
        requireAutomatic(data)
        const { chainType, entropyId, entropyIdVerifier } = data
        if (!entropyId || !entropyIdVerifier)
          return { address: await wallets.create(caller, { chainType }) }
        const existing = byEntropy({ entropyId, entropyIdVerifier })
        return { address: await wallets.create(caller, { chainType, existing }) }
      }),
    'privy:wallets:add': (data) =>
      as(data, async (wallets, caller) => {
        const path = { chainType: data.chainType, walletIndex: data.hdWalletIndex }
        return { address: await wallets.add(caller, byEntropy(data), path) }
      }),
    'privy:wallets:connect': (data) =>
      as(data, async (wallets, caller) => {
        await wallets.connect(caller, byEntropy(data))
        return { entropyId: data.entropyId }
      }),
    'privy:wallets:recover': (data) =>
      as(data, async (wallets, caller) => {
        requireAutomatic(data)
        await wallets.recover(caller, byEntropy(data))
        return { entropyId: data.entropyId }
      }),
    'privy:wallets:rpc': (data) =>
      as(data, async (wallets, caller) => {
        const { chainType, hdWalletIndex, request } = data
        const signed = await wallets.sign(caller, byEntropy(data), {
          path: { chainType, walletIndex: hdWalletIndex },
          request,
        })
        const response = { method: request.method, data: signed.data }
        return { address: signed.address, chainType, response }
      }),

    'privy:wallet:connect': (data) =>
      as(data, async (wallets, caller) => {
        await wallets.connect(caller, ethereum(data.address))
        return { address: data.address }
      }),
    'privy:wallet:recover': (data) =>
      as(data, async (wallets, caller) => {
        requireAutomatic(data)
        await wallets.recover(caller, ethereum(data.address))
        return { address: data.address }
      }),
    'privy:wallet:rpc': (data) =>
      as(data, async (wallets, caller) => {
        const signed = await signByAddress(wallets, caller, ethereum(data.address), data)
        return { address: signed.address, response: signed.response }
      }),

    'privy:solana-wallet:create': (data) =>
      as(data, async (wallets, caller) => {
        requireAutomatic(data)
        const existing = data.ethereumAddress ? ethereum(data.ethereumAddress) : undefined
        return { publicKey: await wallets.create(caller, { chainType: 'solana', existing }) }
      }),
    'privy:solana-wallet:create-additional': (data) =>
      as(data, async (wallets, caller) => {
        const path = { chainType: 'solana', walletIndex: data.hdWalletIndex } as const
        return { publicKey: await wallets.add(caller, solana(data.primaryPublicKey), path) }
      }),
    'privy:solana-wallet:connect': (data) =>
      as(data, async (wallets, caller) => {
        await wallets.connect(caller, solana(data.publicKey))
        return { publicKey: data.publicKey }
      }),
    'privy:solana-wallet:recover': (data) =>
      as(data, async (wallets, caller) => {
        requireAutomatic(data)
        await wallets.recover(caller, solana(data.publicKey))
        return { publicKey: data.publicKey }
      }),
    'privy:solana-wallet:rpc': (data) =>
      as(data, async (wallets, caller) => {
        const signed = await signByAddress(wallets, caller, solana(data.publicKey), data)
        return { publicKey: signed.address, response: signed.response }
      }),

    'privy:mfa:clear': async ({ userId }) => {
      if (userId) loadedWallets()?.clear(userId)
      return {}
    },
    // Nothing waits for a confirmation where none is asked for; see `guard`.
    'sallyport:confirm:cancel': async () => ({}),
  }
}

const ethereum = (address: string): RootAddress => ({ chainType: 'ethereum', address })
const solana = (address: string): RootAddress => ({ chainType: 'solana', address })

function byEntropy(data: { entropyId: string; entropyIdVerifier: string }): RootAddress {
  const chainType = chainOfVerifier(data.entropyIdVerifier)
  if (!chainType) throw invalidArguments('This kind of wallet is not supported')
  return { chainType, address: data.entropyId }
}

/** The older `rpc` events name the root by one of its addresses and may leave the index out. */
async function signByAddress(
  wallets: Wallets,
  caller: Caller,
  root: RootAddress,
  {
    hdWalletIndex,
    request,
  }: { hdWalletIndex?: number | null | undefined; request: { method: string; params?: unknown } },
) {
  const { address, data } = await wallets.sign(caller, root, {
    path: { chainType: root.chainType, walletIndex: hdWalletIndex ?? undefined },
    request,
  })
  return { address, response: { method: request.method, data } }
}

/**
 * Only automatic recovery is on offer. A secret for another method is refused: taking the request without it would
 * leave the user with less protection than asked for.
 */
function requireAutomatic(data: {
  recoveryMethod?: string | null | undefined
  recoveryPassword?: string | null | undefined
  recoveryKey?: string | null | undefined
  recoveryAccessToken?: string | null | undefined
  recoverySecretOverride?: string | null | undefined
}): void {
  const method = data.recoveryMethod ?? automaticRecoveryMethod
  const secrets = [
    data.recoveryPassword,
    data.recoveryKey,
    data.recoveryAccessToken,
    data.recoverySecretOverride,
  ]
  if (method !== automaticRecoveryMethod || secrets.some(Boolean)) {
    throw invalidArguments('This recovery method is not supported')
  }
}
