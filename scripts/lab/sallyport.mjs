import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { folderFor, writeFor } from './files.mjs'
import { addressOf, mostApis, users } from './hosts.mjs'
import { migrateDatabase } from './migrate.mjs'
import { makeHost } from './network.mjs'
import { start, startAgain, stop } from './programs.mjs'
import { settingsOf } from './settings.mjs'
import { at, readState, writeState } from './state.mjs'
import { copyCertificate } from './transport.mjs'
import { answers, until } from './wait.mjs'

/** Who gets which files of the deployment. */
const secretsOf = {
  api: ['api.kek', 'token.kek', 'smtp.url'],
  pages: [],
  vault: ['vault.kek', 'smtp.url'],
  signer: ['signer.kek'],
}
/** Gives a host the files of its program. */
export function prepareHost(kind, host, state) {
  folderFor(users[kind], at(host), 0o755)
  for (const name of secretsOf[kind]) writeFor(users[kind], at(host, name), state.secrets[name])
  folderFor(users[kind], at(host, 'run'), 0o750)
  copyCertificate(kind, host)
}

/** Starts a program on its host. */
export function startProgram(kind, host, state, build = state.build) {
  const main = join(build, 'apps', kind === 'api' ? 'server' : kind, 'dist', 'main.js')
  const env = settingsOf(kind, host, state)
  start({
    host,
    program: kind,
    command: [process.execPath, main],
    user: users[kind],
    env,
    cwd: build,
  })
}

/** Resolves when a program on a host does its work. */
export async function isReady(kind, host) {
  if (kind === 'api') return answers(`http://${addressOf(host)}:4400/readyz`)
  if (kind === 'pages') return answers(`http://${addressOf(host)}:4410/healthz`)
  if (!existsSync(at(host, 'run', `${kind}.sock`))) throw new Error(`${host} does not listen yet`)
}

/** Starts a program again that was killed. */
export async function restart(host, program) {
  startAgain(host, program)
}

/** Who is replaced first: keys' programs answer the calls of the APIs before, and pages ask any API. */
const order = ['vault', 'signer', 'api', 'pages']

/**
 * Replaces every program, one at a time, by those of another build; keys and settings stay.
 *
 * @param given.isBack  Whether the build is an older one: the programs are replaced in reverse, and the data stays as it is.
 */
export async function upgrade(folder, { isBack, say }) {
  const state = readState()
  if (folder === undefined || !existsSync(join(folder, 'apps', 'server', 'dist', 'main.js')))
    throw new Error(
      'upgrade needs the folder of a build: a checkout in which npm run build:production has run.',
    )
  const build = resolve(folder)
  if (!isBack) migrateDatabase(state, build)
  for (const kind of isBack ? order.toReversed() : order)
    for (const host of state.hosts.filter((each) => each.replace(/\d$/, '') === kind)) {
      await stop(host, kind)
      startProgram(kind, host, state, build)
      await until(`${kind} on ${host}`, () => isReady(kind, host), 60_000)
      say(`${kind} on ${host} runs from ${build}`)
    }
  writeState({ ...state, build })
}

/** Makes as many APIs run as asked for, from one to four. */
export async function scale(count, say) {
  if (!Number.isInteger(count) || count < 1 || count > mostApis)
    throw new Error(`scale needs a number from 1 to ${mostApis}.`)
  const state = readState()
  for (let number = 1; number <= mostApis; number += 1) {
    const host = `api${number}`
    const isThere = state.hosts.includes(host)
    if (number > count && isThere) await stop(host, 'api')
    if (number > count) continue
    if (!isThere) {
      makeHost(host)
      prepareHost('api', host, state)
      state.hosts.push(host)
    }
    if (
      !(await isReady('api', host).then(
        () => true,
        () => false,
      ))
    )
      startProgram('api', host, state)
  }
  writeState(state)
  say(`${count} APIs were asked for`)
}
