import { defaultIssuer } from '@sallyport/contract'

/** What a running server is told; times in milliseconds. */
export interface ServerConfig {
  environment: 'development' | 'production'
  host: string
  port: number
  /** Where browsers reach the API and the frame, e.g. `https://auth.example.com`. */
  publicOrigin: string
  databaseUrl: string
  databasePoolSize: number
  /** 32 bytes. */
  kek: Uint8Array
  smtp: { url: string; from: string }
  vaultSocket: string
  /** Folder of the built frame: `index.html` and hashed assets. */
  frameDir: string
  tokenIssuer: string
  /** What Fastify calls `trustProxy`: how many proxies stand in front, or none. */
  trustedProxies: number
  /** Requests an address may make in a minute to routes that are counted; 0 counts none. */
  ipPointsPerMinute: number
  /** Recoveries of a wallet on a new device that a user may make in 24 hours. */
  recoveriesPerUserPerDay: number
  /** Read-backs, through the vault, of shares not yet confirmed that a user may make in an hour. */
  readBacksPerUserPerHour: number
  logLevel: string
  exitWithParent: boolean
  /** A handler that throws a code its route does not declare fails as a bug; for tests. */
  strictErrors: boolean
}

/** Settings that are missing or unsafe, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

type Env = Record<string, string | undefined>

/**
 * The configuration in the environment (docs/configuration.md).
 *
 * @throws ConfigError with every problem at once.
 */
export function readConfig(env: Env): ServerConfig {
  const { problems, text, count } = createReader(env)
  const environment = readEnvironment(env)
  const config: ServerConfig = {
    environment,
    host: env.SALLYPORT_HOST ?? '127.0.0.1',
    port: count('SALLYPORT_PORT', 4400, 65_535),
    publicOrigin: readPublicOrigin(
      text('SALLYPORT_PUBLIC_URL', 'the URL browsers reach the server at'),
      problems,
    ),
    ...keyAndDatabase(text, problems),
    databasePoolSize: count('SALLYPORT_DATABASE_POOL', 10),
    smtp: {
      url: text('SALLYPORT_SMTP_URL', 'an SMTP URL, for example smtp://user:password@host:587'),
      from: readAddress(text('SALLYPORT_MAIL_FROM', 'the address mails come from'), problems),
    },
    vaultSocket: text('SALLYPORT_VAULT_SOCKET', "the path of the recovery vault's socket"),
    frameDir: text('SALLYPORT_FRAME_DIR', 'the folder of the built frame'),
    tokenIssuer: env.SALLYPORT_TOKEN_ISSUER ?? defaultIssuer,
    trustedProxies: count('SALLYPORT_TRUSTED_PROXIES', 0),
    ipPointsPerMinute: count('SALLYPORT_IP_LIMIT', 600),
    recoveriesPerUserPerDay: count('SALLYPORT_RECOVERY_LIMIT', 30),
    readBacksPerUserPerHour: count('SALLYPORT_READ_BACK_LIMIT', 20),
    logLevel: env.SALLYPORT_LOG_LEVEL ?? 'info',
    exitWithParent: env.SALLYPORT_EXIT_WITH_PARENT === '1',
    strictErrors: false,
  }
  if (environment === 'production') problems.push(...unsafeInProduction(config, env))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The settings that commands on the database need. @throws ConfigError */
export function readKeyAndDatabase(
  env: Env,
): Pick<ServerConfig, 'environment' | 'kek' | 'databaseUrl'> {
  const { problems, text } = createReader(env)
  const config = { environment: readEnvironment(env), ...keyAndDatabase(text, problems) }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function readEnvironment(env: Env): ServerConfig['environment'] {
  return env.SALLYPORT_ENV === 'development' ? 'development' : 'production'
}

type ReadText = (name: string, purpose: string) => string

function createReader(env: Env) {
  const problems: string[] = []
  const text: ReadText = (name, purpose) => {
    const value = env[name] ?? ''
    if (value === '') problems.push(`${name} is missing: set it to ${purpose}.`)
    return value
  }
  const count = (name: string, fallback: number, most = Number.MAX_SAFE_INTEGER): number => {
    const value = Number(env[name] ?? fallback)
    if (Number.isSafeInteger(value) && value >= 0 && value <= most) return value
    const limit = most < Number.MAX_SAFE_INTEGER ? ` up to ${most}` : ''
    problems.push(`${name} must be a whole number${limit}.`)
    return fallback
  }
  return { problems, text, count }
}

/** Whether `url` is one that Postgres clients take. */
export function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)
}

/** The sentence for a variable that holds no such URL; it does not repeat the value, which may hold a password. */
export function postgresUrlProblem(name: string): string {
  return `${name} must be a Postgres URL such as postgres://user:password@host:5432/name (with special characters percent-encoded).`
}

function keyAndDatabase(text: ReadText, problems: string[]) {
  const databaseUrl = text(
    'DATABASE_URL',
    'a Postgres URL, for example postgres://user:password@host:5432/name',
  )
  if (databaseUrl !== '' && !isPostgresUrl(databaseUrl))
    problems.push(postgresUrlProblem('DATABASE_URL'))
  return {
    databaseUrl,
    kek: readKek(text('SALLYPORT_KEK', '32 random bytes in base64, from a secret store'), problems),
  }
}

/** The bare address of `a@b.example` or `Name <a@b.example>`; the name in a mail is the app's. */
function readAddress(text: string, problems: string[]): string {
  const address = /<([^<>]+)>$/.exec(text)?.[1] ?? text
  if (text !== '' && !/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    problems.push('SALLYPORT_MAIL_FROM must be an e-mail address.')
  }
  return address
}

function readPublicOrigin(url: string, problems: string[]): string {
  if (url === '') return ''
  if (URL.canParse(url) && new URL(url).origin !== 'null') return new URL(url).origin
  problems.push('SALLYPORT_PUBLIC_URL must be a URL such as https://auth.example.com.')
  return ''
}

function readKek(text: string, problems: string[]): Uint8Array {
  const bytes = Buffer.from(text, 'base64')
  if (text === '' || bytes.length === 32) return bytes
  problems.push(
    'SALLYPORT_KEK must be 32 bytes in base64 (make one with: openssl rand -base64 32).',
  )
  return bytes
}

function unsafeInProduction(config: ServerConfig, env: Env): string[] {
  const checks: [boolean, string][] = [
    [
      config.publicOrigin !== '' && !config.publicOrigin.startsWith('https://'),
      'SALLYPORT_PUBLIC_URL must be https in production.',
    ],
    [
      env.SALLYPORT_KEK_FILE !== undefined,
      'SALLYPORT_KEK_FILE is for development: in production the key comes from a secret store by SALLYPORT_KEK, not from a file.',
    ],
    [
      config.kek.length === 32 && new Set(config.kek).size < 8,
      'SALLYPORT_KEK is not random: make one with openssl rand -base64 32.',
    ],
    [
      config.smtp.url !== '' && !/^smtps?:\/\//.test(config.smtp.url),
      'SALLYPORT_SMTP_URL must begin with smtp:// or smtps://.',
    ],
  ]
  return checks.flatMap(([isUnsafe, problem]) => (isUnsafe ? [problem] : []))
}
