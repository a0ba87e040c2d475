import {
  byOAuthType,
  isBuiltLogin,
  type LoginSwitch,
  loginSwitches,
  oauthProviderNames,
} from '@sallyport/contract'

/** The groups of login methods, in the order of the settings. */
export const methodGroups = {
  code: 'Email and phone',
  device: 'On the device',
  wallet: 'Wallets',
  provider: 'Providers',
  own: 'Your own',
} as const
type MethodGroup = keyof typeof methodGroups

/** How the settings name a login method and what it needs, and the text of its row in the preview. */
interface MethodTexts {
  group: MethodGroup
  label: string
  help: string
  row: string | null
}

const texts: Record<LoginSwitch, MethodTexts> = {
  email_auth: method('code', 'Email', 'A six-digit code by email. Needs a mail server.'),
  sms_auth: {
    ...method('code', 'SMS', 'A six-digit code by text message. Needs an SMS service.'),
    row: 'Continue with phone',
  },
  passkey_auth: {
    ...method('device', 'Passkey', 'Fingerprint, face or device lock. Needs nothing else.'),
    row: 'Continue with a passkey',
  },
  guest_auth: {
    ...method('device', 'Guest', 'An account tied to one browser, without email.'),
    row: 'Continue as guest',
  },
  wallet_auth: method('wallet', 'Ethereum wallet', 'Users sign a message. Needs nothing else.'),
  solana_wallet_auth: method(
    'wallet',
    'Solana wallet',
    'Users sign a message. Needs nothing else.',
  ),
  ...byOAuthType((id) => provider(oauthProviderNames[id])),
  farcaster_auth: method('provider', 'Farcaster', 'Users confirm in the Farcaster app.'),
  telegram_auth: method('provider', 'Telegram', 'Needs a bot, below.'),
  custom_jwt_auth: {
    ...method('own', 'Your own login', 'Users log in at your site. Needs your keys, below.'),
    row: null,
  },
}

/** The login methods an app can turn on, with their texts; in the order they are listed above. */
export const builtMethods = Object.keys(texts)
  .filter((name): name is LoginSwitch => loginSwitches.some((each) => each === name))
  .filter(isBuiltLogin)
  .map((name) => ({ name, ...texts[name] }))

function method(group: MethodGroup, label: string, help: string): MethodTexts {
  return { group, label, help, row: `Continue with ${label}` }
}

function provider(label: string): MethodTexts {
  return method('provider', label, `Needs credentials of ${label}, below.`)
}
