import { sharedKeyProblems } from './serve-secrets.mjs'

/** Only `npm run migrate` gets it: the running server must not be able to change its tables. */
const ownerOnly = ['SALLYPORT_OWNER_DATABASE_URL']
/** Variables of any Node process. */
const shared = [
  'PATH',
  'HOME',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SALLYPORT_LOG_LEVEL',
  'SALLYPORT_DATABASE_ADMINS',
  'SALLYPORT_VAULT_SOCKET',
]

/**
 * What is missing or unsafe for production, one sentence each; empty when the server may start.
 *
 * @param readers  `server`, `vault` and `pages`: the settings readers of the programs, which throw; `secretsOf`: see below.
 */
export function serveProblems(env, { server, vault, pages, secretsOf }) {
  const problems = []
  if (env.SALLYPORT_ENV === 'development')
    problems.push(
      'SALLYPORT_ENV is development: npm run serve is for production; on your own machine use npm start.',
    )
  problems.push(
    ...problemsOf(() => server(asProduction(serverEnv(env)))),
    ...problemsOf(() => vault(asProduction(vaultEnv(env)))),
    ...problemsOf(() => pages(asProduction(pagesEnv(env)))),
  )
  const secrets = secretsOf(env)
  problems.push(...sharedKeyProblems(secrets))
  const [api, own] = [secrets.DATABASE_URL, secrets.SALLYPORT_VAULT_DATABASE_URL].map(userOf)
  if (api && api === own)
    problems.push(
      'DATABASE_URL and SALLYPORT_VAULT_DATABASE_URL use the same role: give the vault a role of its own.',
    )
  return problems
}

/**
 * What prevents a start besides the settings: a database that does not answer, a port that is taken. One sentence
 * each; empty when the server may start.
 *
 * @param checks  `readConfig` of the server, what its `preflight.js` exports, and `secretsOf`.
 */
export async function worldProblems(env, { readConfig, preflight, databaseProblem, secretsOf }) {
  const vaultUrl = secretsOf(env).SALLYPORT_VAULT_DATABASE_URL
  const [server, vault] = await Promise.all([
    preflight(readConfig(asProduction(serverEnv(env)))),
    databaseProblem('SALLYPORT_VAULT_DATABASE_URL', vaultUrl),
  ])
  return vault ? [...server, vault] : server
}

/** The environment of the process of the pages: no secret and no database. */
export function pagesEnv(env) {
  const ownNames = ['SALLYPORT_PUBLIC_URL', 'SALLYPORT_FRAME_DIR']
  return pick(env, (name) => name.startsWith('SALLYPORT_PAGES_') || ownNames.includes(name))
}

/** The environment of the API's process: its settings without those of the other programs and of the tables' owner. */
export function serverEnv(env) {
  const isOwners = (name) => ownerOnly.some((each) => name.startsWith(each))
  const others = ['SALLYPORT_VAULT_', 'SALLYPORT_PAGES_', 'SALLYPORT_FRAME_DIR']
  const isOfAnother = (name) => others.some((each) => name.startsWith(each))
  return pick(
    env,
    (name) =>
      name.startsWith('DATABASE_URL') ||
      (name.startsWith('SALLYPORT_') && !isOfAnother(name) && !isOwners(name)),
  )
}

/** The environment of the vault's process: its own settings and nothing of the API's. */
export function vaultEnv(env) {
  return pick(env, (name) => name.startsWith('SALLYPORT_VAULT_'))
}

/** The environment of `migrate-database.js`. */
export function migrateEnv(env) {
  const wanted = ['DATABASE_URL', ...ownerOnly]
  return asProduction(pick(env, (name) => wanted.some((each) => name.startsWith(each))))
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
