import { adminApp } from './features/admin-app.js'
import { adminOAuth } from './features/admin-oauth.js'
import { admission } from './features/admission.js'
import { analytics } from './features/analytics.js'
import { app } from './features/app.js'
import { approvals } from './features/approvals.js'
import { confirmation } from './features/confirmation.js'
import { crossApp } from './features/cross-app.js'
import { customJwt } from './features/custom-jwt.js'
import { delegatedWallets } from './features/delegated-wallets.js'
import { delegation } from './features/delegation.js'
import { email } from './features/email.js'
import { embeddedWallet } from './features/embedded-wallet.js'
import { farcaster, farcasterV2 } from './features/farcaster.js'
import { farcasterSigners } from './features/farcaster-signer.js'
import { funding } from './features/funding.js'
import { guest } from './features/guest.js'
import { loginLink } from './features/login-link.js'
import { mfa } from './features/mfa.js'
import { oauth } from './features/oauth.js'
import { pageLogins } from './features/page-logins.js'
import { passkey } from './features/passkey.js'
import { programs } from './features/programs.js'
import { recovery } from './features/recovery.js'
import { recoveryMaterial } from './features/recovery-material.js'
import { session } from './features/session.js'
import { sessions } from './features/sessions.js'
import { siwe } from './features/siwe.js'
import { siws } from './features/siws.js'
import { smartWallets } from './features/smart-wallets.js'
import { sms } from './features/sms.js'
import { telegram } from './features/telegram.js'
import { user } from './features/user.js'
import { users } from './features/users.js'
import { walletExport } from './features/wallet-export.js'
import { walletKey } from './features/wallet-key.js'
import type { RouteGroup } from './route.js'
import {
  aggregations,
  conditionSets,
  keyQuorums,
  policies,
  walletSettings,
} from './wallet-api/routes/governance.js'
import { intents, transactions } from './wallet-api/routes/intents.js'
import { serverWallets, walletActions } from './wallet-api/routes/wallets.js'
import { webhooks } from './webhooks/routes.js'

/** The type of `api`, by name: written out it would be longer than the compiler emits. */
export type Api = {
  readonly analytics: typeof analytics
  readonly app: typeof app
  readonly approvals: typeof approvals
  readonly pageLogins: typeof pageLogins
  readonly confirmation: typeof confirmation
  readonly crossApp: typeof crossApp
  readonly customJwt: typeof customJwt
  readonly delegatedWallets: typeof delegatedWallets
  readonly delegation: typeof delegation
  readonly email: typeof email
  readonly farcaster: typeof farcaster
  readonly farcasterV2: typeof farcasterV2
  readonly farcasterSigner: typeof farcasterSigners
  readonly funding: typeof funding
  readonly guest: typeof guest
  readonly mfa: typeof mfa
  readonly passkey: typeof passkey
  readonly loginLink: typeof loginLink
  readonly oauth: typeof oauth
  readonly programs: typeof programs
  readonly recovery: typeof recovery
  readonly recoveryMaterial: typeof recoveryMaterial
  readonly session: typeof session
  readonly sessions: typeof sessions
  readonly siwe: typeof siwe
  readonly siws: typeof siws
  readonly smartWallets: typeof smartWallets
  readonly sms: typeof sms
  readonly telegram: typeof telegram
  readonly user: typeof user
  readonly users: typeof users
  readonly admission: typeof admission
  readonly adminApp: typeof adminApp
  readonly adminOAuth: typeof adminOAuth
  readonly embeddedWallet: typeof embeddedWallet
  readonly walletExport: typeof walletExport
  readonly walletKey: typeof walletKey
  readonly serverWallets: typeof serverWallets
  readonly keyQuorums: typeof keyQuorums
  readonly walletActions: typeof walletActions
  readonly transactions: typeof transactions
  readonly policies: typeof policies
  readonly aggregations: typeof aggregations
  readonly conditionSets: typeof conditionSets
  readonly walletSettings: typeof walletSettings
  readonly intents: typeof intents
  readonly webhooks: typeof webhooks
}

/** Every route of the API by feature: what the server mounts, the clients call and the OpenAPI document lists. */
export const api: Api = {
  analytics,
  app,
  approvals,
  pageLogins,
  confirmation,
  crossApp,
  customJwt,
  delegatedWallets,
  delegation,
  email,
  farcaster,
  farcasterV2,
  farcasterSigner: farcasterSigners,
  funding,
  guest,
  mfa,
  passkey,
  loginLink,
  oauth,
  programs,
  recovery,
  recoveryMaterial,
  session,
  sessions,
  siwe,
  siws,
  smartWallets,
  sms,
  telegram,
  user,
  users,
  admission,
  adminApp,
  adminOAuth,
  embeddedWallet,
  walletExport,
  walletKey,
  serverWallets,
  keyQuorums,
  walletActions,
  transactions,
  policies,
  aggregations,
  conditionSets,
  walletSettings,
  intents,
  webhooks,
} satisfies Record<string, RouteGroup>
