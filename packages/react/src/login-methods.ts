import {
  type CrossAppProvider,
  type CustomProvider,
  isCrossAppProvider,
  isCustomProvider,
} from '@sallyport/contract'
import { customMethod } from './features/custom-auth/method.js'
import { emailMethod } from './features/email/method.js'
import { walletMethod } from './features/external-wallet/method.js'
import { farcasterMethod } from './features/farcaster/method.js'
import { guestMethod } from './features/guest/method.js'
import { addedMethod, oauthMethods } from './features/oauth/method.js'
import { passkeyMethod } from './features/passkey/method.js'
import { type PhoneConfig, smsMethod } from './features/sms/method.js'
import { telegramMethod } from './features/telegram/method.js'
import type { CodeLogin, LoginMethodEntry } from './flow/login-method.js'
import type { LoginMethod } from './flow/screens.js'

/** What the provider's `config` says to single methods (react-api §2). */
export type LoginMethodsConfig = PhoneConfig

/** Every login method by its name in callbacks, in the order of the first screen. */
export const loginMethods = {
  email: emailMethod,
  sms: smsMethod,
  wallet: walletMethod,
  ...oauthMethods,
  passkey: passkeyMethod,
  farcaster: farcasterMethod,
  telegram: telegramMethod,
  custom: customMethod,
  // Last: its note explains the row above.
  guest: guestMethod,
} as const satisfies Record<string, LoginMethodEntry>

/** How the modal offers a method. */
export function entryOf(method: LoginMethod): LoginMethodEntry {
  return isAdded(method) ? addedMethod(method) : loginMethods[method]
}

/** How the modal offers the method of a name; undefined for a name that this version does not know. */
export function findEntry(name: string): LoginMethodEntry | undefined {
  if (isAdded(name)) return addedMethod(name)
  return Object.values<LoginMethodEntry>(loginMethods).find(({ id }) => id === name)
}

function isAdded(name: string): name is CustomProvider | CrossAppProvider {
  return isCustomProvider(name) || isCrossAppProvider(name)
}

/** How a method's codes work. @throws Error for a method without codes, which never leads to the code screen. */
export function codeOf(method: LoginMethod): CodeLogin {
  const { code } = entryOf(method)
  if (code === null) throw new Error(`${method} has no one-time codes`)
  return code
}
