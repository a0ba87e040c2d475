import type { EmbeddedChain } from '@sallyport/contract'
import { ClientError, ethereum, type RequestUiOptions, type User, wallet } from '@sallyport/core'
import { useCallback } from 'react'
import { runWithCallbacks } from '../actions.js'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { loadWallets } from '../load-wallets.js'
import { useCallbacks } from './use-callbacks.js'

/** `createWallet({ chainType })` creates an embedded wallet of any chain of this kit: `ethereum`, `solana`, `bitcoin-segwit` or `bitcoin-taproot`. */
export function useCreateWallet(callbacks?: Callbacks['createWallet']) {
  useCallbacks('createWallet', callbacks)
  const kit = useKit()
  const createWallet = useCallback(
    async ({ chainType }: { chainType: EmbeddedChain }) => {
      const made = await runWithCallbacks(kit, 'createWallet', async () => ({
        wallet: await (await loadWallets()).requests.createWallet(kit, chainType),
      }))
      // A wallet was created for it.
      return { user: kit.client.state.user as User, wallet: made.wallet }
    },
    [kit],
  )
  return { createWallet }
}

/**
 * `signRawHash({ address, chainType, hash })` signs 32 bytes with an Ethereum wallet, where the app allows raw hashes (dashboard: *Sign raw
 * hashes*); the user is warned. Rejects with `not_supported` for other chains, whose wallets sign what can be read only.
 */
export function useSignRawHash() {
  const { client } = useKit()
  const signRawHash = useCallback(
    async ({
      address,
      chainType,
      hash,
      uiOptions,
    }: {
      address: string
      chainType: EmbeddedChain
      hash: `0x${string}`
      uiOptions?: RequestUiOptions
    }): Promise<{ signature: string }> => {
      if (chainType !== 'ethereum') throw new ClientError('not_supported')
      const found = wallet.list(client, chainType).some((each) => each.address === address)
      if (!found) throw new ClientError('embedded_wallet_not_found')
      const provider = ethereum.getProvider(client, address)
      const call = { method: 'secp256k1_sign', params: [hash] }
      return { signature: String(await provider.request(call, uiOptions ?? {})) }
    },
    [client],
  )
  return { signRawHash }
}
