/** Variables that only the vault gets; the API's process must never see them. */
const vaultOnly = ['SALLYPORT_VAULT_KEK', 'SALLYPORT_VAULT_DATABASE_URL']
/** Only `npm run migrate` gets it: the running server must not be able to change its tables. */
const ownerOnly = ['SALLYPORT_OWNER_DATABASE_URL']
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
 * What is missing or unsafe for production, one sentence each; empty when the server may start.
 *
 * @param readers  `server` and `vault`: the settings readers of the two programs, which throw.
 */
export function serveProblems(env, { server, vault }) {
  const problems = []
  if (env.SALLYPORT_ENV === 'development')
    problems.push(
      'SALLYPORT_ENV is development: npm run serve is for production; on your own machine use npm start.',
    )
  problems.push(
    ...problemsOf(() => server(asProduction(serverEnv(env)))),
    ...problemsOf(() => vault(asProduction(vaultEnv(env)))),
  )
  if (env.SALLYPORT_VAULT_KEK_FILE !== undefined)
    problems.push(
      'SALLYPORT_VAULT_KEK_FILE names a plain file: give the key by SALLYPORT_VAULT_KEK from a secret store.',
    )
  if (env.SALLYPORT_VAULT_KEK && env.SALLYPORT_VAULT_KEK === env.SALLYPORT_KEK)
    problems.push(
      'SALLYPORT_KEK and SALLYPORT_VAULT_KEK are the same: create a key for each, so that neither decrypts the other’s data.',
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
 * What prevents a start besides the settings: a database that does not answer, a port that is taken. One sentence
 * each; empty when the server may start.
 *
 * @param checks  `readConfig` of the server, and what its `preflight.js` exports.
 */
export async function worldProblems(env, { readConfig, preflight, databaseProblem }) {
  const [server, vault] = await Promise.all([
    preflight(readConfig(asProduction(serverEnv(env)))),
    databaseProblem('SALLYPORT_VAULT_DATABASE_URL', env.SALLYPORT_VAULT_DATABASE_URL),
  ])
  return vault ? [...server, vault] : server
}

/** The environment of the API's process: its settings without those that only the vault gets. */
export function serverEnv(env) {
  return pick(
    env,
    (name) =>
      (name.startsWith('SALLYPORT_') && ![...vaultOnly, ...ownerOnly].includes(name)) ||
      name === 'DATABASE_URL',
  )
}

/** The environment of the vault's process: its own settings and nothing of the API's. */
export function vaultEnv(env) {
  return pick(env, (name) => name.startsWith('SALLYPORT_VAULT_'))
}

/** The environment of `migrate-database.js`. */
export function migrateEnv(env) {
  return asProduction(pick(env, (name) => name === 'DATABASE_URL' || ownerOnly.includes(name)))
}

function asProduction(env) {
  return { ...env, SALLYPORT_ENV: 'production' }
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

function userOf(url) {
  return URL.canParse(url ?? '') ? new URL(url).username : undefined
}
