/** Variables of the vault alone: the API's process must never see them. */
const vaultOnly = ['SALLYPORT_VAULT_KEK', 'SALLYPORT_VAULT_DATABASE_URL']
/** Variables of any Node process. */
const shared = [
  'PATH',
  'HOME',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SALLYPORT_LOG_LEVEL',
  'SALLYPORT_VAULT_SOCKET',
]

/**
 * What is missing or unsafe for production, one sentence each; none when it may start.
 *
 * @param readers  `server` and `vault`: the settings readers of the two programs, which throw.
 */
export function serveProblems(env, { server, vault }) {
  const problems = []
  if (env.SALLYPORT_ENV === 'development')
    problems.push(
      'SALLYPORT_ENV is development: npm run serve is for production; on your own machine use npm start.',
    )
  problems.push(...problemsOf(() => server({ ...serverEnv(env), SALLYPORT_ENV: 'production' })))
  const missing = {
    SALLYPORT_VAULT_KEK: "32 random bytes in base64, the vault's own, from a secret store",
    SALLYPORT_VAULT_DATABASE_URL: "a Postgres URL with the vault's own role",
  }
  const absent = Object.keys(missing).filter((name) => !env[name])
  for (const name of absent) problems.push(`${name} is missing: set it to ${missing[name]}.`)
  if (absent.length === 0)
    problems.push(...problemsOf(() => vault({ ...vaultEnv(env), NODE_ENV: 'production' })))
  const vaultUrl = env.SALLYPORT_VAULT_DATABASE_URL
  if (vaultUrl && !isPostgresUrl(vaultUrl))
    problems.push(
      'SALLYPORT_VAULT_DATABASE_URL must be a Postgres URL such as postgres://vault:password@host:5432/name (with special characters percent-encoded).',
    )
  if (env.SALLYPORT_VAULT_KEK_FILE !== undefined)
    problems.push(
      'SALLYPORT_VAULT_KEK_FILE names a plain file: give the key by SALLYPORT_VAULT_KEK from a secret store.',
    )
  if (env.SALLYPORT_VAULT_KEK && env.SALLYPORT_VAULT_KEK === env.SALLYPORT_KEK)
    problems.push(
      'SALLYPORT_KEK and SALLYPORT_VAULT_KEK are the same: make a key for each, so that neither opens the other’s data.',
    )
  if (
    userOf(env.DATABASE_URL) &&
    userOf(env.DATABASE_URL) === userOf(env.SALLYPORT_VAULT_DATABASE_URL)
  )
    problems.push(
      'DATABASE_URL and SALLYPORT_VAULT_DATABASE_URL use the same role: give the vault a role of its own.',
    )
  return problems
}

/**
 * What stands in the way outside the settings: a database that does not answer, a port that is taken. One sentence
 * each; none when it may start.
 *
 * @param checks  `readConfig` of the server, and what its `preflight.js` exports.
 */
export async function worldProblems(env, { readConfig, preflight, databaseProblem }) {
  const [server, vault] = await Promise.all([
    preflight(readConfig({ ...serverEnv(env), SALLYPORT_ENV: 'production' })),
    databaseProblem('SALLYPORT_VAULT_DATABASE_URL', env.SALLYPORT_VAULT_DATABASE_URL),
  ])
  return vault ? [...server, vault] : server
}

/** The environment of the API's process: everything of ours but what is the vault's. */
export function serverEnv(env) {
  return pick(
    env,
    (name) =>
      (name.startsWith('SALLYPORT_') && !vaultOnly.includes(name)) || name === 'DATABASE_URL',
  )
}

/** The environment of the vault's process: its own settings and nothing of the API's. */
export function vaultEnv(env) {
  return pick(env, (name) => name.startsWith('SALLYPORT_VAULT_'))
}

function pick(env, wanted) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => shared.includes(name) || wanted(name)),
  )
}

function problemsOf(read) {
  try {
    read()
    return []
  } catch (error) {
    return error.problems ?? [error.message]
  }
}

function isPostgresUrl(url) {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)
}

function userOf(url) {
  return URL.canParse(url ?? '') ? new URL(url).username : undefined
}
