import { customMethod } from './features/custom-auth/method.js'
import { emailMethod } from './features/email/method.js'
import { walletMethod } from './features/external-wallet/method.js'
import { farcasterMethod } from './features/farcaster/method.js'
import { guestMethod } from './features/guest/method.js'
import { oauthMethods } from './features/oauth/method.js'
import { passkeyMethod } from './features/passkey/method.js'
import { type PhoneConfig, smsMethod } from './features/sms/method.js'
import { telegramMethod } from './features/telegram/method.js'
import type { CodeLogin, LoginMethodEntry } from './flow/login-method.js'

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

/** How a method's codes work. @throws Error for a method without codes, which never leads to the code screen. */
export function codeOf(method: keyof typeof loginMethods): CodeLogin {
  const { code } = loginMethods[method]
  if (code === null) throw new Error(`${method} has no one-time codes`)
  return code
}
