import type { ImportAccount } from '@sallyport/contract'
import { checksumAddress } from '@sallyport/crypto/chains/ethereum'
import { walletKey } from '../../identity/external-wallet.js'
import type { ProvenAccount } from '../../identity/proven-account.js'

type AccountOf<T extends ImportAccount['type']> = Extract<ImportAccount, { type: T }>

/** How each imported account is stored: the same key and fields as when its method proves it. */
const readers: { [T in ImportAccount['type']]: (account: AccountOf<T>) => ProvenAccount } = {
  email: ({ address }) => ({ type: 'email', key: address, data: { address } }),
  phone: ({ number }) => ({ type: 'phone', key: number, data: { phoneNumber: number } }),
  wallet: ({ address, chain_type }) => readWallet(address, chain_type),
  google_oauth: ({ type, subject, email, name }) => ({
    type,
    key: subject,
    data: { subject, email, name },
  }),
  twitter_oauth: ({ type, subject, username, name, profile_picture_url = null }) => ({
    type,
    key: subject,
    data: { subject, username, name, profile_picture_url },
  }),
  discord_oauth: ({ type, subject, username, email = null }) => ({
    type,
    key: subject,
    data: { subject, username: withDiscriminator(username), email },
  }),
  github_oauth: ({ type, subject, username, name = null, email = null }) => ({
    type,
    key: subject,
    data: { subject, username, name, email },
  }),
  linkedin_oauth: ({ type, subject, name, email = null, vanityName }) => ({
    type,
    key: subject,
    data: {
      subject,
      email,
      ...(name === undefined ? {} : { name }),
      ...(vanityName === undefined ? {} : { vanity_name: vanityName }),
    },
  }),
  spotify_oauth: ({ type, subject, name = null, email = null }) => ({
    type,
    key: subject,
    data: { subject, email, name },
  }),
  instagram_oauth: ({ type, subject, username }) => ({
    type,
    key: subject,
    data: { subject, username },
  }),
  tiktok_oauth: ({ type, subject, username, name }) => ({
    type,
    key: subject,
    data: { subject, username, name },
  }),
  twitch_oauth: ({ type, subject, username = null }) => ({
    type,
    key: subject,
    data: { subject, username },
  }),
  apple_oauth: ({ type, subject, email = null }) => ({
    type,
    key: subject,
    data: { subject, email },
  }),
  farcaster: ({ type, fid, owner_address, ...profile }) => ({
    type,
    key: String(fid),
    data: { fid, owner_address: checksumAddress(owner_address), ...withoutUndefined(profile) },
  }),
  telegram: ({ type, telegram_user_id, ...profile }) => ({
    type,
    key: telegram_user_id,
    data: { telegram_user_id, ...withoutUndefined(profile) },
  }),
  custom_auth: ({ type, custom_user_id }) => ({
    type,
    key: custom_user_id,
    data: { custom_user_id },
  }),
}

/** An imported account as it is stored. */
export function readImportedAccount(account: ImportAccount): ProvenAccount {
  // The reader under `type` takes the account of that type.
  const read = readers[account.type] as (account: ImportAccount) => ProvenAccount
  return read(account)
}

type WalletChain = AccountOf<'wallet'>['chain_type']

/** The one spelling of an address of each chain. */
const spellings: Record<WalletChain, (address: string) => string> = {
  ethereum: checksumAddress,
  solana: (address) => address,
}

function readWallet(given: string, chainType: WalletChain): ProvenAccount {
  const address = spellings[chainType](given)
  return {
    type: 'wallet',
    key: walletKey({ chainType, address }),
    data: { address, chain_type: chainType, wallet_client: 'unknown' },
  }
}

/** Names without a discriminator carry `#0` (wire reference §23). */
function withDiscriminator(username: string): string {
  return /#\d+$/.test(username) ? username : `${username}#0`
}

function withoutUndefined<T extends object>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Only the entries whose value may be undefined are left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
