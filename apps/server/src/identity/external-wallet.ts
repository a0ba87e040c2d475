import { ApiError, embeddedChains, type LoginChain } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { findAccountData } from '../db/users.js'
import type { Deps } from '../deps.js'

/** A wallet outside the kit: its address in the one spelling of its chain, and what its user's client said about it. */
export interface ExternalWallet {
  chainType: LoginChain
  address: string
  chainId?: string
  walletClientType?: string | null | undefined
  connectorType?: string | null | undefined
}

/** What makes a wallet unique in an app; embedded wallets have keys of the same form. */
export function walletKey({ chainType, address }: Pick<ExternalWallet, 'chainType' | 'address'>) {
  return `${chainType}:${embeddedChains[chainType].addressKey(address)}`
}

/** What clients tell wallets made by the kit apart by: no other wallet may say it of itself. */
const ofEmbedded = new Set(['privy', 'embedded'])

/** The wire fields of the wallet's linked account (wire reference §9.3). */
export function walletData(wallet: ExternalWallet) {
  const { chainType, address, chainId, walletClientType, connectorType } = wallet
  return {
    address,
    chain_type: chainType,
    ...(chainId === undefined ? {} : { chain_id: chainId }),
    wallet_client: 'unknown' as const,
    ...(walletClientType && !ofEmbedded.has(walletClientType)
      ? { wallet_client_type: walletClientType }
      : {}),
    ...(connectorType && !ofEmbedded.has(connectorType) ? { connector_type: connectorType } : {}),
  }
}

/**
 * The refusal of a login by an embedded wallet: the app's page can have it sign messages, so a stolen page could open
 * sessions that outlive the one that unlocked the wallet.
 */
export function refusedEmbedded(): ApiError {
  return new ApiError('invalid_data', {
    message: 'This wallet was created by the app. Log in by the method of its account',
  })
}

/** The chain that a wallet was proven on before, as CAIP-2; undefined when it never was. */
export async function provenChainOf(
  deps: Pick<Deps, 'db'>,
  { app, key }: { app: App; key: string },
): Promise<unknown> {
  const known = await findAccountData(deps.db, { appId: app.id, type: 'wallet', key })
  return known?.chain_id
}
