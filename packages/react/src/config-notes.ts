import type { AppConfig } from '@sallyport/contract'
import type { externalWallet } from '@sallyport/core'
import type { SallyportConfig } from './config.js'
import type { LoginMethod } from './flow/screens.js'
import { idleKeys } from './other-kits-config.js'

/** What the developer should know of a `config`: settings that say nothing here, or not what they seem to. */
export function configNotes(app: AppConfig, config: SallyportConfig): readonly string[] {
  const { loginMethods, loginMethodsAndOrder: ordered, embeddedWallets } = config
  const named = [...(loginMethods ?? []), ...(ordered?.primary ?? []), ...(ordered?.overflow ?? [])]
  const unknown = named.filter((name) => !Object.hasOwn(names, name) && !name.includes(':'))
  const options = app.embedded_wallet_config?.user_owned_recovery_options
  const notes: string[] = []
  if (loginMethods && ordered)
    notes.push('loginMethods is ignored, because loginMethodsAndOrder is given.')
  if (unknown.length > 0) notes.push(`${unknown.join(', ')}: there is no such login method.`)
  if (embeddedWallets?.requireUserPasswordOnCreate && (options ?? []).length === 0)
    notes.push(
      'requireUserPasswordOnCreate does nothing: the app offers no recovery that users choose. Add user-passcode to user_owned_recovery_options.',
    )
  const idle = idleKeys.filter((path) => valueAt(config, path) !== undefined)
  if (idle.length > 0) notes.push(`${idle.join(', ')}: accepted, and does nothing here.`)
  return notes
}

/** Methods and wallets by name; those of other apps and of providers that an app has added have a colon. */
const names = {
  ...{ email: 1, sms: 1, wallet: 1, passkey: 1, farcaster: 1, telegram: 1, custom: 1, guest: 1 },
  ...{ google: 1, apple: 1, twitter: 1, discord: 1, github: 1, linkedin: 1, spotify: 1 },
  ...{ instagram: 1, tiktok: 1, twitch: 1, line: 1 },
  ...{ metamask: 1, coinbase_wallet: 1, rainbow: 1, phantom: 1, zerion: 1, cryptocom: 1 },
  ...{ uniswap: 1, okx_wallet: 1, universal_profile: 1, rabby_wallet: 1, bybit_wallet: 1 },
  ...{ safe: 1, wallet_connect: 1, detected_wallets: 1, detected_ethereum_wallets: 1 },
  detected_solana_wallets: 1,
} satisfies Record<Exclude<LoginMethod, `${string}:${string}`> | externalWallet.WalletListEntry, 1>

function valueAt(config: object, path: string): unknown {
  let value: unknown = config
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key] // of objects only
  return value
}
