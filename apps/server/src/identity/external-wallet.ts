import {
  ApiError,
  type EmbeddedChain,
  embeddedChains,
  embeddedWalletClientType,
} from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { findAccountData } from '../db/users.js'
import type { Deps } from '../deps.js'

/** A wallet outside the kit: its address in the one spelling of its chain, and what its user's client said about it. */
export interface ExternalWallet {
  chainType: EmbeddedChain
  address: string
  chainId?: string
  walletClientType?: string | null | undefined
  connectorType?: string | null | undefined
}

/** What makes a wallet unique in an app; embedded wallets have keys of the same form. */
export function walletKey({ chainType, address }: Pick<ExternalWallet, 'chainType' | 'address'>) {
  return `${chainType}:${embeddedChains[chainType].addressKey(address)}`
}

/** The wire fields of the wallet's linked account (wire reference §9.3). */
export function walletData(wallet: ExternalWallet) {
  const { chainType, address, chainId, walletClientType, connectorType } = wallet
  return {
    address,
    chain_type: chainType,
    ...(chainId === undefined ? {} : { chain_id: chainId }),
    wallet_client: 'unknown' as const,
    ...(walletClientType ? { wallet_client_type: walletClientType } : {}),
    ...(connectorType ? { connector_type: connectorType } : {}),
  }
}

/**
 * Refuses proofs by an embedded wallet of the app: pages can have it sign messages, and such a proof would make a session
 * outlive the login that unlocked the wallet.
 *
 * @returns the chain that a wallet with this key was proven on before, if one was.
 * @throws ApiError `invalid_data`
 */
export async function refuseEmbedded(
  deps: Pick<Deps, 'db'>,
  { app, key }: { app: App; key: string },
): Promise<{ chainId: unknown } | undefined> {
  const known = await findAccountData(deps.db, { appId: app.id, type: 'wallet', key })
  if (known?.wallet_client === embeddedWalletClientType) {
    throw new ApiError('invalid_data', {
      message: 'This wallet was created by the app. Log in by the method of its account',
    })
  }
  return known && { chainId: known.chain_id }
}
