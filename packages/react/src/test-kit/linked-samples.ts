import type { LinkedAccount } from '@sallyport/contract'
import { emailAccount, friend, googleAccount, phoneAccount } from './samples.js'

const dates = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
const named = { subject: '117', username: 'ada_lovelace', name: 'Ada Lovelace', ...dates }
const mailed = { subject: '117', email: 'ada@example.com', name: 'Ada Lovelace', ...dates }

/** An account of every kind that a user can link. */
export const accountsOfEveryKind: readonly LinkedAccount[] = [
  emailAccount('ada.lovelace@harbour.example'),
  phoneAccount,
  googleAccount,
  { type: 'twitter_oauth', profile_picture_url: null, ...named },
  { type: 'discord_oauth', ...mailed, username: 'ada_lovelace' },
  { type: 'github_oauth', ...mailed, username: 'ada-lovelace' },
  { type: 'spotify_oauth', ...mailed },
  { type: 'instagram_oauth', subject: '117', username: 'ada.lovelace', ...dates },
  { type: 'tiktok_oauth', ...named },
  { type: 'linkedin_oauth', ...mailed },
  { type: 'apple_oauth', subject: '117', email: null, ...dates },
  { type: 'twitch_oauth', subject: '117', username: 'ada_lovelace', ...dates },
  { type: 'line_oauth', ...mailed, profile_picture_url: null },
  { type: 'farcaster', fid: 117, owner_address: friend, username: 'ada', ...dates },
  { type: 'telegram', telegram_user_id: '117', first_name: 'Ada', ...dates },
  {
    type: 'passkey',
    credential_id: 'AAAA',
    enrolled_in_mfa: false,
    authenticator_name: 'iCloud Keychain',
    created_with_device: 'iPhone',
    ...dates,
  },
  {
    type: 'wallet',
    address: friend,
    chain_type: 'ethereum',
    wallet_client: 'unknown',
    ...dates,
  },
  { type: 'custom_auth', custom_user_id: 'ada', ...dates },
]
