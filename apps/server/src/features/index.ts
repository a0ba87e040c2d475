import { type Api, actionOf, protectedActions } from '@sallyport/contract'
import type { Settings, SettingValues } from '@sallyport/process'
import type { CodeSubject } from '../db/one-time-codes.js'
import type { Deps } from '../deps.js'
import type { Implementation } from '../http/implement.js'
import type { HoldsJob } from '../leases.js'
import type { Channel } from '../ports/channel.js'
import { type CarryOut, carryOutBy } from '../wallet-api/carry-out.js'
import { orWait } from '../wallet-api/intents/or-wait.js'
import { startIntents } from '../wallet-api/intents/start-intents.js'
import { adminAppRoutes } from './admin-app/routes.js'
import { admissionRoutes } from './admission/routes.js'
import { analyticsRoutes } from './analytics/routes.js'
import { appRoutes } from './app/routes.js'
import { approvalRoutes } from './approvals/routes.js'
import { confirmationRoutes } from './confirmation/routes.js'
import { customJwtRoutes } from './custom-jwt/routes.js'
import { emailChannel } from './email/channel.js'
import { emailLogin, emailRoutes } from './email/routes.js'
import { requireOwnAddress } from './embedded-wallet/delegation/consent.js'
import { delegatedWalletRoutes, delegationRoutes } from './embedded-wallet/delegation/routes.js'
import { walletExportRoutes } from './embedded-wallet/export-routes.js'
import { recoveryMaterialRoutes } from './embedded-wallet/recovery-material.js'
import { embeddedWalletRoutes } from './embedded-wallet/routes.js'
import { farcasterRoutes, farcasterV2Routes } from './farcaster/routes.js'
import { farcasterSignerRoutes } from './farcaster-signer/routes.js'
import { fundingRoutes } from './funding/routes.js'
import { guestRoutes } from './guest/routes.js'
import { intentRoutes } from './intents/routes.js'
import { loginLinkRoutes } from './login-link/routes.js'
import { mfaRoutes } from './mfa/routes.js'
import { adminOAuthRoutes } from './oauth/admin-routes.js'
import { sharingConfirmations } from './oauth/cross-app/confirmed.js'
import { crossAppRoutes } from './oauth/cross-app/routes.js'
import { recoveryRoutes } from './oauth/recovery-routes.js'
import { oauthLogin, oauthRoutes } from './oauth/routes.js'
import { pageLoginRoutes } from './page-logins/routes.js'
import { passkeyRoutes } from './passkey/routes.js'
import { aggregationRoutes } from './policies/limit-routes.js'
import { policyRoutes } from './policies/routes.js'
import { conditionSetRoutes } from './policies/set-routes.js'
import { walletSettingsRoutes } from './policies/settings-routes.js'
import { programRoutes } from './programs/routes.js'
import { quorumRoutes, requireMembers } from './quorums/routes.js'
import { sessionRoutes } from './session/routes.js'
import { sessionsRoutes } from './sessions/routes.js'
import { siweRoutes } from './siwe/routes.js'
import { siwsRoutes } from './siws/routes.js'
import { smartWalletRoutes } from './smart-wallets/routes.js'
import { smsChannel } from './sms/channel.js'
import { smsLogin, smsRoutes } from './sms/routes.js'
import { telegramRoutes } from './telegram/routes.js'
import { transactionRoutes } from './transactions/routes.js'
import { userRoutes } from './user/routes.js'
import { usersRoutes } from './users/routes.js'
import { callInBody } from './wallet-actions/call-in-body.js'
import { callDelegated } from './wallet-actions/delegated.js'
import { walletActionRoutes } from './wallet-actions/routes.js'
import { requireRunnable } from './wallet-actions/rpc.js'
import { requireTransferable } from './wallet-actions/transfer.js'
import { walletKeyRoutes } from './wallet-key/routes.js'
import { requireChangeable } from './wallets/change.js'
import { createForUser } from './wallets/for-user.js'
import { serverWalletRoutes } from './wallets/routes.js'
import { webhookRoutes } from './webhooks/routes.js'

const routes = {
  adminApp: adminAppRoutes,
  adminOAuth: adminOAuthRoutes,
  admission: admissionRoutes,
  analytics: analyticsRoutes,
  app: appRoutes,
  confirmation: (deps) => confirmationRoutes(deps, sharingConfirmations(deps)),
  crossApp: crossAppRoutes,
  customJwt: customJwtRoutes,
  delegatedWallets: (deps) => delegatedWalletRoutes(deps, (call) => callInBody(deps, call)),
  delegation: delegationRoutes,
  email: emailRoutes,
  embeddedWallet: embeddedWalletRoutes,
  farcaster: farcasterRoutes,
  farcasterV2: farcasterV2Routes,
  farcasterSigner: farcasterSignerRoutes,
  funding: fundingRoutes,
  guest: guestRoutes,
  mfa: mfaRoutes,
  passkey: passkeyRoutes,
  loginLink: loginLinkRoutes,
  oauth: oauthRoutes,
  programs: (deps) =>
    programRoutes(deps, {
      call: (call) => callDelegated(deps, call),
      requireAddress: (caller, place) => requireOwnAddress(deps, caller, place),
    }),
  recovery: recoveryRoutes,
  recoveryMaterial: recoveryMaterialRoutes,
  session: sessionRoutes,
  sessions: sessionsRoutes,
  siwe: siweRoutes,
  siws: siwsRoutes,
  smartWallets: smartWalletRoutes,
  sms: smsRoutes,
  telegram: telegramRoutes,
  user: userRoutes,
  users: (deps) => usersRoutes(deps, (app, asked) => createForUser(deps, app, asked)),
  walletExport: walletExportRoutes,
  walletKey: walletKeyRoutes,
  serverWallets: (deps) => orWait(deps, serverWalletRoutes(deps)),
  keyQuorums: (deps) => orWait(deps, quorumRoutes(deps)),
  walletActions: (deps) => orWait(deps, walletActionRoutes(deps)),
  transactions: transactionRoutes,
  policies: (deps) => orWait(deps, policyRoutes(deps)),
  aggregations: aggregationRoutes,
  conditionSets: conditionSetRoutes,
  walletSettings: walletSettingsRoutes,
  webhooks: webhookRoutes,
  intents: (deps) => intentRoutes(deps, { carryOut: carryOutOf(deps), checks: proposalChecks }),
  approvals: (deps) => approvalRoutes(deps, { carryOut: carryOutOf(deps) }),
  pageLogins: (deps) =>
    pageLoginRoutes(deps, {
      email: emailLogin(deps),
      sms: smsLogin(deps),
      oauth: oauthLogin(deps),
    }),
} satisfies Record<keyof Api, (deps: Deps) => Implementation[]>

/** How proposals are checked before members are asked to sign them. */
const proposalChecks = {
  rpc: requireRunnable,
  transfer: requireTransferable,
  changeOfWallet: requireChangeable,
  changeOfQuorum: requireMembers,
}

/** What intents propose: by these the request is carried out once it is signed. */
const proposable = (deps: Deps): Implementation[] =>
  [serverWalletRoutes, walletActionRoutes, policyRoutes, quorumRoutes].flatMap((make) => make(deps))

/** Carries out intents by the handlers of the calls that they propose. */
export const carryOutOf = (deps: Deps): CarryOut => carryOutBy(proposable(deps))

/** Ends intents that were interrupted or whose time is over, from now on. @returns a function that stops it. */
export const startIntentWork = (deps: Deps, holds: HoldsJob): (() => void) =>
  startIntents(deps, { carryOut: carryOutOf(deps), holds })

/** Every route of the API with its handler. */
export function features(deps: Deps): Implementation[] {
  // One entry for each name of the record.
  const groups = Object.entries(routes) as [keyof Api, (deps: Deps) => Implementation[]][]
  return groups.flatMap(([feature, make]) => make(deps).map((each) => protect(feature, each)))
}

/** Adds what the table of protected actions says of a route. */
function protect(feature: keyof Api, implementation: Implementation): Implementation {
  const { name, route } = implementation
  const action = actionOf(feature, name, route) ?? 'none'
  return { ...implementation, action, factor: protectedActions[action] }
}

/** The channels that features send messages by. */
const channels = {
  email: emailChannel,
  sms: smsChannel,
} satisfies Partial<Record<CodeSubject['channel'], AnyChannel>>

/** The settings of every channel. */
export const channelSettings = { ...emailChannel.settings, ...smsChannel.settings }

type AnyChannel = Channel<Settings, unknown, { close(): void }>
type Channels = typeof channels
type Values = SettingValues<typeof channelSettings>

/** The part of the configuration of each channel. */
export type ChannelConfigs = { [C in keyof Channels]: ReturnType<Channels[C]['read']> }
/** What sends the messages of each channel. */
export type ChannelPorts = { [C in keyof Channels]: ReturnType<Channels[C]['create']> }

/** Picks what each channel needs. */
export function readChannels(values: Values): ChannelConfigs {
  const read = ([name, channel]: [string, AnyChannel]) => [name, channel.read(values)]
  // One entry for each channel.
  return Object.fromEntries(Object.entries<AnyChannel>(channels).map(read)) as ChannelConfigs
}

/** What the channels' settings say that is allowed in development only, one sentence each. */
export function unsafeChannels(values: Partial<Values>): (string | undefined)[] {
  return Object.values<AnyChannel>(channels).flatMap((each) => each.unsafeInProduction(values))
}

/** Creates what sends the messages of each channel. */
export function createChannels(configs: ChannelConfigs): ChannelPorts {
  const given: Record<string, unknown> = configs
  const create = ([name, channel]: [string, AnyChannel]) => [name, channel.create(given[name])]
  // One entry for each channel.
  return Object.fromEntries(Object.entries<AnyChannel>(channels).map(create)) as ChannelPorts
}
