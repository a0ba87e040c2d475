import {
  asProduction,
  hasSigner,
  pagesEnv,
  serverEnv,
  signerEnv,
  vaultEnv,
} from './serve-environments.mjs'
import { sharedKeyProblems } from './serve-secrets.mjs'

/**
 * What is missing or unsafe for production, one sentence each; empty when the server may start.
 *
 * @param readers  `server`, `vault`, `pages` and `signer`: the settings readers of the programs, which throw; `secretsOf`:
 *   see below.
 * @param users  of the programs: `serveUsers`.
 */
export function serveProblems(env, { server, vault, pages, signer, secretsOf }, users = {}) {
  const problems = []
  if (env.SALLYPORT_ENV === 'development')
    problems.push(
      'SALLYPORT_ENV is development: npm run serve is for production; on your own machine use npm start.',
    )
  problems.push(
    ...problemsOf(() => server(asProduction(serverEnv(env), users.server))),
    ...problemsOf(() => vault(asProduction(vaultEnv(env), users.vault))),
    ...problemsOf(() => pages(asProduction(pagesEnv(env), users.pages))),
    ...(hasSigner(env) ? problemsOf(() => signer(asProduction(signerEnv(env), users.signer))) : []),
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
    ['DATABASE_URL', 'SALLYPORT_SIGNER_DATABASE_URL', 'the signer'],
    ['SALLYPORT_VAULT_DATABASE_URL', 'SALLYPORT_SIGNER_DATABASE_URL', 'the signer'],
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
 * @param checks  `readConfig` of the server, `machineProblems` of its `preflight.js`, `secretsOf`, `users`, and
 *   `databaseProblem`, which gets the setting, the URL and the program's user.
 */
export async function worldProblems(env, checks) {
  const { readConfig, machineProblems, databaseProblem, secretsOf, users } = checks
  const secrets = secretsOf(env)
  const databases = [
    ['DATABASE_URL', users.server],
    ['SALLYPORT_VAULT_DATABASE_URL', users.vault],
    ...(hasSigner(env) ? [['SALLYPORT_SIGNER_DATABASE_URL', users.signer]] : []),
  ]
  const [machine, ...others] = await Promise.all([
    machineProblems(readConfig(asProduction(serverEnv(env), users.server))),
    ...databases.map(([name, user]) => databaseProblem(name, secrets[name], user)),
  ])
  return [...machine, ...others.filter((problem) => problem !== '')]
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
