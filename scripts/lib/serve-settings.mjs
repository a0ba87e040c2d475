import {
  asProduction,
  delegateEnv,
  hasDelegate,
  pagesEnv,
  serverEnv,
  vaultEnv,
} from './serve-environments.mjs'
import { sharedKeyProblems } from './serve-secrets.mjs'

/**
 * What is missing or unsafe for production, one sentence each; empty when the server may start.
 *
 * @param readers  `server`, `vault`, `pages` and `delegate`: the settings readers of the programs, which throw; `secretsOf`:
 *   see below.
 */
export function serveProblems(env, { server, vault, pages, delegate, secretsOf }) {
  const problems = []
  if (env.SALLYPORT_ENV === 'development')
    problems.push(
      'SALLYPORT_ENV is development: npm run serve is for production; on your own machine use npm start.',
    )
  problems.push(
    ...problemsOf(() => server(asProduction(serverEnv(env)))),
    ...problemsOf(() => vault(asProduction(vaultEnv(env)))),
    ...problemsOf(() => pages(asProduction(pagesEnv(env)))),
    ...(hasDelegate(env) ? problemsOf(() => delegate(asProduction(delegateEnv(env)))) : []),
  )
  const secrets = secretsOf(env)
  problems.push(...sharedKeyProblems(secrets))
  problems.push(...sharedRoleProblems(secrets))
  return problems
}

/** One sentence for each two programs with one database role. */
function sharedRoleProblems(secrets) {
  const pairs = [
    ['DATABASE_URL', 'SALLYPORT_VAULT_DATABASE_URL', 'the vault'],
    ['DATABASE_URL', 'SALLYPORT_DELEGATE_DATABASE_URL', 'the signer of delegated wallets'],
    [
      'SALLYPORT_VAULT_DATABASE_URL',
      'SALLYPORT_DELEGATE_DATABASE_URL',
      'the signer of delegated wallets',
    ],
  ]
  return pairs
    .filter(
      ([one, other]) => userOf(secrets[one]) && userOf(secrets[one]) === userOf(secrets[other]),
    )
    .map(
      ([one, other, program]) =>
        `${one} and ${other} use the same role: give ${program} a role of its own.`,
    )
}

/**
 * What prevents a start besides the settings: a database that does not answer, a port that is taken. One sentence
 * each; empty when the server may start.
 *
 * @param checks  `readConfig` of the server, what its `preflight.js` exports, and `secretsOf`.
 */
export async function worldProblems(env, { readConfig, preflight, databaseProblem, secretsOf }) {
  const secrets = secretsOf(env)
  const urls = ['SALLYPORT_VAULT_DATABASE_URL']
  if (hasDelegate(env)) urls.push('SALLYPORT_DELEGATE_DATABASE_URL')
  const [server, ...others] = await Promise.all([
    preflight(readConfig(asProduction(serverEnv(env)))),
    ...urls.map((name) => databaseProblem(name, secrets[name])),
  ])
  return [...server, ...others.filter((problem) => problem !== undefined)]
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
