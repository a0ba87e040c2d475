import { isBuiltLogin, type LoginSwitch, loginSwitches } from '@sallyport/contract'

/** How the settings name a login method, and the text of its row in the preview. */
interface MethodTexts {
  label: string
  help: string
  row: string
}

const texts: Record<LoginSwitch, MethodTexts> = {
  email_auth: { label: 'Email', help: 'A six-digit code by email.', row: 'Continue with email' },
  sms_auth: { label: 'SMS', help: 'A six-digit code by text message.', row: 'Continue with phone' },
  wallet_auth: provider('Ethereum wallet'),
  solana_wallet_auth: provider('Solana wallet'),
  google_oauth: provider('Google'),
  twitter_oauth: provider('X'),
  discord_oauth: provider('Discord'),
  github_oauth: provider('GitHub'),
  spotify_oauth: provider('Spotify'),
  instagram_oauth: provider('Instagram'),
  tiktok_oauth: provider('TikTok'),
  linkedin_oauth: provider('LinkedIn'),
  apple_oauth: provider('Apple'),
  twitch_oauth: provider('Twitch'),
  farcaster_auth: provider('Farcaster'),
  passkey_auth: provider('Passkey'),
  telegram_auth: provider('Telegram'),
  custom_jwt_auth: provider('Custom token'),
  guest_auth: {
    label: 'Guest',
    help: 'An account tied to one browser, without email.',
    row: 'Continue as guest',
  },
}

/** The login methods an app can turn on, with their texts. */
export const builtMethods = loginSwitches
  .filter(isBuiltLogin)
  .map((name) => ({ name, ...texts[name] }))

function provider(label: string): MethodTexts {
  return { label, help: `Login by ${label}.`, row: `Continue with ${label}` }
}
