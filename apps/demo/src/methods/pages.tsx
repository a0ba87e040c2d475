import type { LoginMethod } from '@sallyport/react'
import type { ReactNode } from 'react'
import { Activity } from './samples/activity.js'
import activityCode from './samples/activity.tsx?raw'
import { Devices } from './samples/devices.js'
import devicesCode from './samples/devices.tsx?raw'
import { Email } from './samples/email.js'
import emailCode from './samples/email.tsx?raw'
import { ExportKey } from './samples/export-key.js'
import exportKeyCode from './samples/export-key.tsx?raw'
import { Farcaster } from './samples/farcaster.js'
import farcasterCode from './samples/farcaster.tsx?raw'
import { FurtherWallets } from './samples/further-wallets.js'
import furtherWalletsCode from './samples/further-wallets.tsx?raw'
import { Guest } from './samples/guest.js'
import guestCode from './samples/guest.tsx?raw'
import { ImportWallet } from './samples/import-wallet.js'
import importWalletCode from './samples/import-wallet.tsx?raw'
import { OwnLogin } from './samples/own-login.js'
import ownLoginCode from './samples/own-login.tsx?raw'
import { Passkey } from './samples/passkey.js'
import passkeyCode from './samples/passkey.tsx?raw'
import { ProviderLogin } from './samples/provider.js'
import providerCode from './samples/provider.tsx?raw'
import { Recovery } from './samples/recovery.js'
import recoveryCode from './samples/recovery.tsx?raw'
import { RecoveryTest } from './samples/recovery-test.js'
import recoveryTestCode from './samples/recovery-test.tsx?raw'
import { SecondFactor } from './samples/second-factor.js'
import secondFactorCode from './samples/second-factor.tsx?raw'
import { Sms } from './samples/sms.js'
import smsCode from './samples/sms.tsx?raw'
import { Telegram } from './samples/telegram.js'
import telegramCode from './samples/telegram.tsx?raw'
import { Wallet } from './samples/wallet.js'
import walletCode from './samples/wallet.tsx?raw'

/** The page of one login method. `code` is the source of what `sample` shows. */
export interface MethodPage {
  title: string
  /** How to try it in the sandbox. */
  help: string
  sample: ReactNode
  code: string
  /** It is for users who are logged in. */
  needsUser?: true
}

/** A page for every login method. */
export const methodPages: Record<LoginMethod, MethodPage> = {
  email: {
    title: 'Email',
    help: 'Any address works. The code is in the inbox.',
    sample: <Email />,
    code: emailCode,
  },
  sms: {
    title: 'SMS',
    help: 'Any number works, for example +1 201 555 0123. The code is in the inbox.',
    sample: <Sms />,
    code: smsCode,
  },
  passkey: {
    title: 'Passkey',
    help: 'Your device asks for fingerprint, face or device lock. Sign up once, then log in.',
    sample: <Passkey />,
    code: passkeyCode,
  },
  wallet: {
    title: 'Ethereum and Solana wallets',
    help: 'Uses a wallet of this browser. Without one, switch the test wallet on.',
    sample: <Wallet />,
    code: walletCode,
  },
  google: provider('google', 'Google'),
  apple: provider('apple', 'Apple'),
  twitter: provider('twitter', 'X'),
  discord: provider('discord', 'Discord'),
  github: provider('github', 'GitHub'),
  linkedin: provider('linkedin', 'LinkedIn'),
  spotify: provider('spotify', 'Spotify'),
  instagram: provider('instagram', 'Instagram'),
  tiktok: provider('tiktok', 'TikTok'),
  twitch: provider('twitch', 'Twitch'),
  line: provider('line', 'LINE'),
  'custom:northwind': provider('custom:northwind', 'Northwind ID'),
  farcaster: {
    title: 'Farcaster',
    help: 'The simulated Farcaster app opens from the screen with the code.',
    sample: <Farcaster />,
    code: farcasterCode,
  },
  telegram: {
    title: 'Telegram',
    help: 'The window is simulated. Any name is an account.',
    sample: <Telegram />,
    code: telegramCode,
  },
  guest: {
    title: 'Guest',
    help: 'No address and no code.',
    sample: <Guest />,
    code: guestCode,
  },
  custom: {
    title: 'Your own login',
    help: 'The kit follows the login and logout of your site by a token of your back end.',
    sample: <OwnLogin />,
    code: ownLoginCode,
  },
}

/** Pages for users who are logged in. */
export const userPages = {
  'multi-factor': {
    title: 'Multi-factor',
    help: 'Any authenticator app works. Codes by text message are in the inbox.',
    sample: <SecondFactor />,
    code: secondFactorCode,
    needsUser: true,
  },
  devices: {
    title: 'Devices',
    help: 'Log in with the same address in a second browser or a private window.',
    sample: <Devices />,
    code: devicesCode,
    needsUser: true,
  },
  activity: {
    title: 'Activity',
    help: 'What happened to the account; the account sheet shows the same.',
    sample: <Activity />,
    code: activityCode,
    needsUser: true,
  },
  'further-wallets': {
    title: 'Further wallets',
    help: 'A second wallet of each chain, from the same recovery phrase at index 1.',
    sample: <FurtherWallets />,
    code: furtherWalletsCode,
    needsUser: true,
  },
  import: {
    title: 'Import',
    help: 'A private key or recovery phrase becomes a wallet of the user. Any 64 hex digits are a key for a try.',
    sample: <ImportWallet />,
    code: importWalletCode,
    needsUser: true,
  },
  export: {
    title: 'Export & backup',
    help: 'Phrase, private key, or an encrypted file with the page that opens it. Needs a login of the last 15 minutes.',
    sample: <ExportKey />,
    code: exportKeyCode,
    needsUser: true,
  },
  recovery: {
    title: 'Recovery',
    help: 'A passcode, Google Drive or iCloud instead of automatic recovery. Switch them on in the dashboard’s settings.',
    sample: <Recovery />,
    code: recoveryCode,
    needsUser: true,
  },
  'recovery-test': {
    title: 'Recovery test',
    help: 'Restores the wallet as a new device would, and compares the address.',
    sample: <RecoveryTest />,
    code: recoveryTestCode,
    needsUser: true,
  },
} satisfies Record<string, MethodPage>

function provider(id: Parameters<typeof ProviderLogin>[0]['provider'], name: string): MethodPage {
  return {
    title: name,
    help: `${name} is simulated. Any name is an account, and its page can refuse or fail.`,
    sample: <ProviderLogin provider={id} name={name} />,
    code: `// <ProviderLogin provider="${id}" name="${name}" />\n${providerCode}`,
  }
}
