import { defaultIssuer } from '@sallyport/contract'
import {
  administrators,
  environment,
  flag,
  isLoopback,
  keyList,
  keyModuleSettings,
  logLevel,
  optionalText,
  postgresUrl,
  publicOrigin,
  type Setting,
  type Settings,
  text,
  wholeNumber,
} from '@sallyport/process'
import { tracingSettings } from '@sallyport/process/tracing'
import { addresses, optionalAddresses } from '@sallyport/process/transport'
import { channelSettings } from './features/index.js'
import { monitorSettings } from './monitor-settings.js'

/** The settings of the module that may have wrapped the API's keys. */
export const serverKeyModule = keyModuleSettings('SALLYPORT_PKCS11')

/** The API server's environment variables. docs/operate/configuration.md prints this record. */
export const serverSettings = {
  SALLYPORT_ENV: environment(
    '`development` allows http, development apps and a clock that can be moved',
  ),
  SALLYPORT_PUBLIC_URL: publicOrigin({
    meaning: 'Where browsers reach the server: the auth origin. https in production',
    purpose: 'the URL browsers reach the server at',
  }),
  SALLYPORT_HOST: text({ meaning: 'Address to listen on', fallback: '127.0.0.1' }),
  SALLYPORT_PORT: wholeNumber({ meaning: 'Port to listen on', fallback: '4400', most: 65_535 }),
  SALLYPORT_TRUSTED_PROXIES: wholeNumber({
    meaning:
      "Number of proxies in front of the server: that many entries of `X-Forwarded-For`, from the right, are believed. With `0` the server is reached directly, and a production server refuses requests that carry the header. Too low a number makes all users share the proxy's budgets; too high a number lets clients choose their address",
    purpose: 'the number of reverse proxies in front of this server, 0 when there is none',
    fallback: '0',
    most: 10,
  }),
  DATABASE_URL: postgresUrl({
    meaning:
      "Postgres 15–18; the API's tables are in schema `sallyport_api`. On another host it needs TLS (`?sslmode=verify-full`)",
    purpose: 'a Postgres URL, for example postgres://user:password@host:5432/name',
  }),
  SALLYPORT_DATABASE_POOLER: flag({
    meaning:
      '`1` when `DATABASE_URL` leads to a pooler that gives a connection to each transaction, as PgBouncer in transaction mode: statements are then not prepared by name ([high-availability.md](high-availability.md))',
  }),
  SALLYPORT_DATABASE_POOL: wholeNumber({
    meaning: 'Most connections to the database',
    fallback: '10',
    least: 1,
  }),
  SALLYPORT_DATABASE_ADMINS: administrators,
  SALLYPORT_KEK: keyList({
    meaning:
      "32 random bytes in base64, which encrypt the API's shares; or a list of such keys, the newest first (docs/operate/deploy.md, Keys). Keep it in a secret manager, not in the same place as the database",
    purpose: '32 random bytes in base64, from a secret store',
    keyModule: 'SALLYPORT_PKCS11',
  }),
  SALLYPORT_TOKEN_KEK: keyList({
    meaning:
      "32 random bytes in base64, which authenticate sessions and accounts and, together with `SALLYPORT_KEK`, encrypt the apps' token keys; or a list of such keys, the newest first. Another key than `SALLYPORT_KEK`, kept apart from it: neither alone, with a copy of the database, is enough to act for a user",
    purpose: '32 random bytes in base64, from a secret store, and not those of SALLYPORT_KEK',
    keyModule: 'SALLYPORT_PKCS11',
  }),
  ...serverKeyModule,
  SALLYPORT_EPOCH: wholeNumber({
    meaning:
      'How often the database was restored from a back-up, plus one. Raise it by one with each restore: sessions that were open in the back-up end, so that tokens that were revoked or used since do not work again, and everyone signs in anew. Kept outside the database, beside SALLYPORT_KEK',
    fallback: '1',
    least: 1,
    most: 2_147_483_647,
  }),
  ...channelSettings,
  SALLYPORT_FARCASTER_RELAY_URL: secureUrl({
    meaning: 'Relay between pages and the Farcaster app. https, except on this machine',
    fallback: 'https://relay.farcaster.xyz',
  }),
  SALLYPORT_FARCASTER_RPC_URL: secureUrl({
    meaning:
      'Node of OP Mainnet, where Farcaster’s registries say who owns an account: use one that you trust. https, except on this machine',
    fallback: 'https://mainnet.optimism.io',
  }),
  SALLYPORT_FARCASTER_API_URL: secureUrl({
    meaning: 'Farcaster’s service that asks users to approve keys. https, except on this machine',
    fallback: 'https://api.farcaster.xyz',
  }),
  SALLYPORT_TELEGRAM_URL: secureUrl({
    meaning: 'Where Telegram’s login window is. https, except on this machine',
    fallback: 'https://oauth.telegram.org',
  }),
  SALLYPORT_CAPTCHA_URL: {
    meaning:
      'Origin that serves the script and the verification of captchas in place of Turnstile and hCaptcha, for example a proxy of yours. https; in development also http on this machine',
    fallback: '',
    fallbackNote: 'the services themselves',
    read: readOptionalOrigin,
  },
  SALLYPORT_VAULT_SOCKET: addresses({
    meaning:
      'Path of the recovery vault’s Unix socket. `npm run serve` sets it. With vaults on other hosts their addresses, such as `tls:vault-1.internal:4430,tls:vault-2.internal:4430` ([high-availability.md](high-availability.md)): when one does not answer, the next is asked',
    purpose: "the path of the recovery vault's socket",
  }),
  SALLYPORT_SIGNER_SOCKET: optionalAddresses({
    meaning:
      'Path of the socket of the signer (docs/features/delegation.md). Without it no wallet can be delegated. Addresses as of the vault',
  }),
  SALLYPORT_TRANSPORT_DIR: optionalText({
    meaning:
      'Folder of the API’s certificates, which `tls:` addresses need: `ca.pem`, `cert.pem`, `key.pem`. Replaced files are used without a restart',
  }),
  SALLYPORT_FRAME_DIR: optionalText({
    meaning:
      'Must not be set in production: the folder of the built wallet frame, which the API then serves itself. `npm start` sets it',
  }),
  SALLYPORT_TOKEN_ISSUER: text({
    meaning: '`iss` of access and identity tokens',
    fallback: defaultIssuer,
    fallbackNote: 'the issuer that public server kits expect',
  }),
  SALLYPORT_ETHEREUM_RPC: {
    meaning:
      'RPC URLs by chain number, for example `1=https://eth.example.com 8453=https://base.example.com`. Signatures of contract wallets are checked there, and transactions of delegated wallets are sent there; without a URL contract wallets of a chain cannot log in. https, except on this machine',
    fallback: '',
    fallbackNote: 'none',
    read: readRpcUrls,
  },
  SALLYPORT_SOLANA_RPC: {
    meaning:
      'RPC URLs of Solana by the reference of CAIP-2, the first 32 characters of the genesis hash, for example `5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://solana.example.com`. Transactions of delegated wallets are sent there. https, except on this machine',
    fallback: '',
    fallbackNote: 'none',
    read: readSolanaUrls,
  },
  SALLYPORT_BITCOIN_ESPLORA: {
    meaning:
      'URLs of Esplora’s HTTP API by the reference of CAIP-2, the first 32 characters of the hash of the first block, for example `000000000019d6689c085ae165831e93=https://esplora.example.com/api`. What server wallets send on Bitcoin is sent and followed there. https, except on this machine',
    fallback: '',
    fallbackNote: 'none',
    read: readBitcoinUrls,
  },
  SALLYPORT_BUNDLERS: {
    meaning:
      'Bundlers of smart wallets by chain number, in the form of `SALLYPORT_ETHEREUM_RPC`, for apps that name none of their own. Browsers call them',
    fallback: '',
    fallbackNote: 'none',
    read: readRpcUrls,
  },
  SALLYPORT_PAYMASTERS: {
    meaning:
      'Paymasters (ERC-7677) by chain number, for apps that use the bundlers of this deployment. Browsers call them',
    fallback: '',
    fallbackNote: 'none',
    read: readRpcUrls,
  },
  SALLYPORT_TOKEN_FACTS_URL: {
    meaning:
      'Origin of a service that answers `/token_price?chainId&tokenSymbol` with `{usd}` and `/spl_token_info?mint_address&cluster` with `{name, symbol, decimals}`. Without it funding screens show no fiat amounts. https, except on this machine',
    fallback: '',
    fallbackNote: 'none',
    read: readOptionalOrigin,
  },
  SALLYPORT_OAUTH_SIMULATOR: optionalText({
    meaning:
      'Must not be set in production: an origin that stands in for every OAuth provider. `npm start` sets it',
  }),
  SALLYPORT_IP_LIMIT: wholeNumber({
    meaning:
      'Requests that an address may make in a minute to each kind of counted route (login, refresh, analytics); `0` turns the limit off',
    fallback: '600',
  }),
  SALLYPORT_CODE_LIMIT: wholeNumber({
    meaning:
      'One-time codes that an app may send in an hour; the deployment may send five times as many, and a block of phone numbers (all but the last four digits) may get 0.3 % of them in ten minutes. A tenth of them may be wrong before codes work only where they were requested; `0` turns the limit off',
    fallback: '10000',
  }),
  SALLYPORT_RECOVERY_LIMIT: wholeNumber({
    meaning: 'Recoveries of a wallet on a new device that a user may make in 24 hours',
    fallback: '30',
  }),
  SALLYPORT_READ_BACK_LIMIT: wholeNumber({
    meaning:
      'Read-backs of new shares, before they are confirmed, that a user may make in an hour: one for each device',
    fallback: '20',
  }),
  ...monitorSettings,
  ...tracingSettings,
  SALLYPORT_LOG_LEVEL: logLevel,
  SALLYPORT_EXIT_WITH_PARENT: flag({
    meaning: '`1` ends the process when its parent ends. `npm run serve` sets it',
  }),
} as const satisfies Settings

/** What `npm run migrate` reads besides `DATABASE_URL`, the URL of the server's own role. */
export const migrateSettings = {
  SALLYPORT_OWNER_DATABASE_URL: postgresUrl({
    meaning:
      "Postgres URL of the role that owns the API's tables. Only `npm run migrate` gets it; `npm run serve` runs that first when it is set. Without it the role of `DATABASE_URL` migrates and must own the tables",
    purpose: "a Postgres URL with the role that owns the API's tables",
  }),
} as const satisfies Settings

type RpcUrls = { value: ReadonlyMap<string, string> } | { problem: string }

function readRpcUrls(text: string, name: string): RpcUrls {
  return readUrls(text, { name, form: /^([1-9]\d{0,31})=(.+)$/, key: 'number' })
}

function readSolanaUrls(text: string, name: string): RpcUrls {
  return readUrls(text, { name, form: /^([1-9A-HJ-NP-Za-km-z]{1,32})=(.+)$/, key: 'reference' })
}

function readBitcoinUrls(text: string, name: string): RpcUrls {
  return readUrls(text, { name, form: /^([0-9a-f]{32})=(.+)$/, key: 'reference' })
}

function readUrls(
  text: string,
  { name, form, key }: { name: string; form: RegExp; key: string },
): RpcUrls {
  const entries = text.split(/\s+/).filter((entry) => entry !== '')
  const urls = new Map<string, string>()
  for (const entry of entries) {
    const [, chainId = '', url = ''] = form.exec(entry) ?? []
    if (!isSafeUrl(url) || urls.has(chainId)) {
      return {
        problem: `${name} must list each chain once, as ${key}=https://…, with spaces between them.`,
      }
    }
    urls.set(chainId, url)
  }
  return { value: urls }
}

/** A node decides whether a contract wallet logs in: without TLS an attacker on the way could answer in its place. */
function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function readOptionalOrigin(
  url: string,
  name: string,
): { value: string | undefined } | { problem: string } {
  if (url === '') return { value: undefined }
  if (isSafeUrl(url) && new URL(url).origin === url) return { value: url }
  return { problem: `${name} must be an https origin such as https://captcha.example.com.` }
}

/** A URL whose answers are believed: without TLS an attacker on the way could answer in its place. */
function secureUrl({ meaning, fallback }: { meaning: string; fallback: string }): Setting<string> {
  return {
    meaning,
    fallback,
    read: (url, name) => {
      const { protocol = '', hostname = '' } = URL.canParse(url) ? new URL(url) : {}
      const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
      return isSafe ? { value: url } : { problem: `${name} must be an https URL.` }
    },
  }
}
