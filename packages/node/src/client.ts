import { defaultIssuer } from '@sallyport/contract/vendor'
import type { aggregations, keyQuorums } from '@sallyport/contract/wallet-api'
import { createUserKeys } from './authorization/user-keys.js'
import { createSend } from './http/send.js'
import { type ClientOptions, keysOf, readOptions } from './options.js'
import { type AppsService, createApps } from './services/apps.js'
import { type ConditionSetsService, createConditionSets } from './services/condition-sets.js'
import { aggregationHeads, quorumHeads } from './services/governance-heads.js'
import { createIntents, type IntentsService } from './services/intents.js'
import { createPolicies, type PoliciesService } from './services/policies.js'
import { createResource, type ResourceService } from './services/resource.js'
import { createTransactions, type TransactionsService } from './services/transactions.js'
import { createUsers, type UsersService } from './services/users.js'
import { createUtils, type UtilsService } from './services/utils.js'
import { createWallets, type WalletsService } from './services/wallets.js'
import { createWebhooks, type WebhooksService } from './services/webhooks.js'
import {
  type AnyRequest,
  type Authenticated,
  authenticate,
  authenticateIfPossible,
} from './tokens/authenticate.js'
import { createTokenVerifier, type TokenVerifier } from './tokens/verify.js'

type Quorums = ResourceService<typeof keyQuorums.create, typeof keyQuorums.update>
type Aggregations = ResourceService<typeof aggregations.create, typeof aggregations.update>

/** An app's back end. Make one when the program starts, and share it. */
export interface SallyportClient extends TokenVerifier {
  readonly appId: string
  /**
   * Who sends a request: verifies the access token in its header or cookie, without a call to the server but for its keys.
   *
   * @throws SallyportError `missing_or_invalid_token` (401) with `data.reason`; `keys_unavailable` (503): the user is not logged out.
   */
  authenticate(request: AnyRequest): Promise<Authenticated>
  /** As `authenticate`, but undefined for a request that is not logged in. */
  authenticateIfPossible(request: AnyRequest): Promise<Authenticated | undefined>
  users(): UsersService
  wallets(): WalletsService
  policies(): PoliciesService
  /** Who signs for a resource, and how many of them. */
  keyQuorums(): Quorums
  /** Limits over several requests. */
  aggregations(): Aggregations
  conditionSets(): ConditionSetsService
  intents(): IntentsService
  transactions(): TransactionsService
  apps(): AppsService
  /** Where the app is told of what happens. */
  webhooks(): WebhooksService
  utils(): UtilsService
}

/**
 * A client of an app's back end.
 *
 * @throws TypeError when an option is missing or cannot be meant.
 */
export function createClient(options: ClientOptions): SallyportClient {
  const config = readOptions(options)
  const { appId, nowMs } = config
  const send = createSend(config)
  const wallets = createWallets(send)
  config.exchange = createUserKeys((body) => wallets.authenticateWithJwt(body), nowMs)
  const verifier = createTokenVerifier({
    appId,
    issuer: options.tokenIssuer ?? defaultIssuer,
    clockToleranceSeconds: options.clockToleranceSeconds ?? 5,
    findKey: keysOf(options, config),
    nowMs,
  })
  const users = createUsers(send, verifier)
  const policies = createPolicies(send)
  const keyQuorums: Quorums = createResource(send, { id: 'key_quorum_id', heads: quorumHeads })
  const aggregations: Aggregations = createResource(send, {
    id: 'aggregation_id',
    heads: aggregationHeads,
  })
  const conditionSets = createConditionSets(send)
  const intents = createIntents(send, config)
  const transactions = createTransactions(send, config)
  const apps = createApps(send, appId)
  const webhooks = createWebhooks(send)
  const utils = createUtils({ verifier, exchange: (token) => config.exchange(token) })
  return {
    appId,
    ...verifier,
    authenticate: (request) => authenticate(verifier, request),
    authenticateIfPossible: (request) => authenticateIfPossible(verifier, request),
    users: () => users,
    wallets: () => wallets,
    policies: () => policies,
    keyQuorums: () => keyQuorums,
    aggregations: () => aggregations,
    conditionSets: () => conditionSets,
    intents: () => intents,
    transactions: () => transactions,
    apps: () => apps,
    webhooks: () => webhooks,
    utils: () => utils,
  }
}
