import {
  ConfigError,
  type Env,
  isProduction,
  readSettings,
  unencryptedProblem,
  weakKeyProblem,
} from '@sallyport/process'
import { uncertifiedProblem } from '@sallyport/process/transport'
import { type ChannelConfigs, readChannels, unsafeChannels } from './features/index.js'
import { type AlarmWebhook, monitorProblems, readAlarmWebhook } from './monitor-settings.js'
import type { FarcasterUrls } from './ports/farcaster.js'
import { type KeyLists, keyIdOfKey } from './ports/key-encryption.js'
import { serverKeyModule, serverSettings } from './settings.js'

/** The configuration of a running server. */
export interface ServerConfig {
  environment: 'development' | 'production'
  host: string
  port: number
  /** Where browsers reach the API and the frame, e.g. `https://auth.example.com`. */
  publicOrigin: string
  databaseUrl: string
  databasePoolSize: number
  /** The database is reached through a pooler that gives a connection to each transaction. */
  hasPooler?: boolean
  /** Database roles of administrators, which may read the tables. */
  databaseAdmins: readonly string[]
  /** Key-encryption keys. */
  keks: KeyLists
  /** Counts the restores of the database from a back-up: sessions of an older epoch are over (T-39). */
  epoch: number
  /** What each channel of messages needs. */
  channels: ChannelConfigs
  farcaster: FarcasterUrls
  /** Where Telegram's login is, for its popup. */
  telegramOrigin: string
  /** Origin that stands in for Turnstile and hCaptcha. */
  captchaUrl: string | undefined
  /** Addresses of the vault, as `readAddresses` reads them. */
  vaultSocket: string
  /** Of the signer. */
  signerSocket?: string | undefined
  /** Folder of the API's certificates, for addresses on other hosts. */
  transportDir?: string | undefined
  /** Folder of the built frame, when this server serves the pages itself: development only. */
  frameDir: string | undefined
  tokenIssuer: string
  /** By chain number; contract wallets of these chains can log in. */
  ethereumRpcUrls: ReadonlyMap<string, string>
  /** RPC URLs of Solana by CAIP-2 reference. */
  solanaRpcUrls: ReadonlyMap<string, string>
  /** URLs of Esplora's API of Bitcoin networks by CAIP-2 reference. */
  esploraUrls?: ReadonlyMap<string, string>
  /** Of smart wallets, by chain number: for apps that name none. */
  bundlerUrls?: ReadonlyMap<string, string>
  paymasterUrls?: ReadonlyMap<string, string>
  /** Origin of a service that knows prices and tokens. */
  tokenFactsUrl?: string | undefined
  /** Origin that stands in for every OAuth provider; development only. */
  oauthSimulator: string | undefined
  /** Number of proxies in front of the server; 0 when clients reach it directly. */
  trustedProxies: number
  /** Requests an address may make in a minute to routes that are counted; 0 for no limit. */
  ipPointsPerMinute: number
  /** Recoveries of a wallet on a new device that a user may make in 24 hours. */
  recoveriesPerUserPerDay: number
  /** Read-backs, through the vault, of shares not yet confirmed that a user may make in an hour. */
  readBacksPerUserPerHour: number
  /** One-time codes an app may send in an hour; wrong ones and the whole deployment have shares of it; 0 counts none. */
  codesPerAppPerHour: number
  logLevel: string
  exitWithParent: boolean
  /** Port of the second listener; 0 for none. */
  monitorPort: number
  alarmWebhook: AlarmWebhook | undefined
  /** Header of a trusted proxy with the client's country. */
  placeHeader: string | undefined
  /** A handler that throws a code its route does not declare fails as a bug; for tests. */
  strictErrors: boolean
}

/**
 * Reads the configuration from the environment (docs/operate/configuration.md).
 *
 * @throws ConfigError with every problem at once.
 */
export function readConfig(env: Env): ServerConfig {
  const { values, problems } = readSettings(serverSettings, env)
  if (isProduction(env)) problems.push(...unsafeInProduction(values))
  problems.push(...monitorProblems(values))
  const uncertified = uncertifiedProblem('SALLYPORT_TRANSPORT_DIR', {
    folder: values.SALLYPORT_TRANSPORT_DIR,
    addresses: [values.SALLYPORT_VAULT_SOCKET, values.SALLYPORT_SIGNER_SOCKET],
  })
  if (uncertified !== undefined) problems.push(uncertified)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    environment: values.SALLYPORT_ENV,
    host: values.SALLYPORT_HOST,
    port: values.SALLYPORT_PORT,
    publicOrigin: values.SALLYPORT_PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.SALLYPORT_DATABASE_POOL,
    hasPooler: values.SALLYPORT_DATABASE_POOLER,
    databaseAdmins: values.SALLYPORT_DATABASE_ADMINS,
    keks: keksOf(values),
    epoch: values.SALLYPORT_EPOCH,
    channels: readChannels(values),
    farcaster: {
      relayUrl: values.SALLYPORT_FARCASTER_RELAY_URL,
      rpcUrl: values.SALLYPORT_FARCASTER_RPC_URL,
      apiUrl: values.SALLYPORT_FARCASTER_API_URL,
    },
    telegramOrigin: values.SALLYPORT_TELEGRAM_URL,
    captchaUrl: values.SALLYPORT_CAPTCHA_URL,
    vaultSocket: values.SALLYPORT_VAULT_SOCKET,
    signerSocket: values.SALLYPORT_SIGNER_SOCKET,
    transportDir: values.SALLYPORT_TRANSPORT_DIR,
    frameDir: values.SALLYPORT_FRAME_DIR,
    tokenIssuer: values.SALLYPORT_TOKEN_ISSUER,
    ethereumRpcUrls: values.SALLYPORT_ETHEREUM_RPC,
    solanaRpcUrls: values.SALLYPORT_SOLANA_RPC,
    esploraUrls: values.SALLYPORT_BITCOIN_ESPLORA,
    bundlerUrls: values.SALLYPORT_BUNDLERS,
    paymasterUrls: values.SALLYPORT_PAYMASTERS,
    tokenFactsUrl: values.SALLYPORT_TOKEN_FACTS_URL,
    oauthSimulator: values.SALLYPORT_OAUTH_SIMULATOR,
    trustedProxies: values.SALLYPORT_TRUSTED_PROXIES,
    ipPointsPerMinute: values.SALLYPORT_IP_LIMIT,
    recoveriesPerUserPerDay: values.SALLYPORT_RECOVERY_LIMIT,
    readBacksPerUserPerHour: values.SALLYPORT_READ_BACK_LIMIT,
    codesPerAppPerHour: values.SALLYPORT_CODE_LIMIT,
    logLevel: values.SALLYPORT_LOG_LEVEL,
    exitWithParent: values.SALLYPORT_EXIT_WITH_PARENT,
    monitorPort: values.SALLYPORT_MONITOR_PORT,
    alarmWebhook: readAlarmWebhook(values),
    placeHeader: values.SALLYPORT_PLACE_HEADER,
    strictErrors: false,
  }
}

/** The settings that commands on the database need. @throws ConfigError */
export function readKeyAndDatabase(
  env: Env,
): Pick<ServerConfig, 'environment' | 'keks' | 'databaseUrl'> {
  const { SALLYPORT_ENV, SALLYPORT_KEK, SALLYPORT_TOKEN_KEK, DATABASE_URL } = serverSettings
  const keys = { SALLYPORT_KEK, SALLYPORT_TOKEN_KEK, ...serverKeyModule }
  const settings = { SALLYPORT_ENV, DATABASE_URL, ...keys }
  const { values, problems } = readSettings(settings, env)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    environment: values.SALLYPORT_ENV,
    keks: keksOf(values),
    databaseUrl: values.DATABASE_URL,
  }
}

/** The settings of the command that changes keys. @throws ConfigError */
export function readKeyCommandConfig(env: Env): Pick<
  ServerConfig,
  'keks' | 'databaseUrl' | 'vaultSocket' | 'signerSocket' | 'transportDir'
> & {
  issuer: string
} {
  const { DATABASE_URL, SALLYPORT_KEK, SALLYPORT_TOKEN_KEK } = serverSettings
  const { SALLYPORT_VAULT_SOCKET, SALLYPORT_SIGNER_SOCKET, SALLYPORT_TOKEN_ISSUER } = serverSettings
  const { SALLYPORT_TRANSPORT_DIR } = serverSettings
  const settings = {
    DATABASE_URL,
    SALLYPORT_KEK,
    SALLYPORT_TOKEN_KEK,
    ...serverKeyModule,
    SALLYPORT_VAULT_SOCKET,
    SALLYPORT_SIGNER_SOCKET,
    SALLYPORT_TRANSPORT_DIR,
    SALLYPORT_TOKEN_ISSUER,
  }
  const { values, problems } = readSettings(settings, env)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    keks: keksOf(values),
    databaseUrl: values.DATABASE_URL,
    vaultSocket: values.SALLYPORT_VAULT_SOCKET,
    signerSocket: values.SALLYPORT_SIGNER_SOCKET,
    transportDir: values.SALLYPORT_TRANSPORT_DIR,
    issuer: values.SALLYPORT_TOKEN_ISSUER,
  }
}

function keksOf(values: Pick<Values, 'SALLYPORT_KEK' | 'SALLYPORT_TOKEN_KEK'>): KeyLists {
  return { shares: values.SALLYPORT_KEK, tokens: values.SALLYPORT_TOKEN_KEK }
}

type Values = ReturnType<typeof readSettings<typeof serverSettings>>['values']

/** What is allowed in development only, one sentence each. Values with a problem of their own are undefined here. */
function unsafeInProduction(values: Partial<Values>): string[] {
  const url = values.SALLYPORT_PUBLIC_URL ?? ''
  const { SALLYPORT_KEK: shares = [], SALLYPORT_TOKEN_KEK: tokens = [] } = values
  const problems = [
    url !== '' && !url.startsWith('https://')
      ? 'SALLYPORT_PUBLIC_URL must be https in production.'
      : undefined,
    weakKeyProblem('SALLYPORT_KEK', shares),
    weakKeyProblem('SALLYPORT_TOKEN_KEK', tokens),
    isSharedKey(tokens[0], shares)
      ? 'SALLYPORT_TOKEN_KEK starts with a key of SALLYPORT_KEK: create a key of its own with openssl rand -base64 32 and put it first.'
      : undefined,
    values.SALLYPORT_OAUTH_SIMULATOR !== undefined
      ? 'SALLYPORT_OAUTH_SIMULATOR is for development: it can log in as any user.'
      : undefined,
    values.SALLYPORT_CAPTCHA_URL?.startsWith('http:')
      ? 'SALLYPORT_CAPTCHA_URL must be https in production: a stand-in on this machine lets everyone pass.'
      : undefined,
    values.SALLYPORT_FRAME_DIR !== undefined
      ? 'SALLYPORT_FRAME_DIR is for development: in production a process of its own serves the wallet frame, so that code in the API cannot change the page (docs/operate/deploy.md).'
      : undefined,
    unencryptedProblem('DATABASE_URL', values.DATABASE_URL ?? ''),
    ...unsafeChannels(values),
  ]
  return problems.filter((problem) => problem !== undefined)
}

/** Whether a token key is also a share key: a thief of that one key would have both. */
function isSharedKey(token: Uint8Array | undefined, shares: readonly Uint8Array[]): boolean {
  return token !== undefined && shares.map(keyIdOfKey).includes(keyIdOfKey(token))
}
