import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { joinGroup } from './cpu.mjs'
import { namespaceOf } from './hosts.mjs'
import { pidsOf } from './network.mjs'
import { at } from './state.mjs'

const file = (host, program) => at('programs', `${host}.${program}.json`)

/**
 * Starts a program in a host, in the background, with a name and IPC of its own; its output goes to a log file.
 *
 * @param {{ host: string, program: string, command: string[], user: number | string, env?: object, cwd?: string, groups?: number[] }} what
 */
export function start({ host, program, command, user, env = {}, cwd = '/', groups = [] }) {
  mkdirSync(at('programs'), { recursive: true })
  mkdirSync(at('logs'), { recursive: true })
  const log = openSync(at('logs', `${host}.${program}.log`), 'a')
  const asUser =
    typeof user === 'string'
      ? [user, user, '--init-groups']
      : [user, user, groups.length ? `--groups=${groups}` : '--clear-groups']
  const [uid, gid, rest] = asUser
  const named = [
    'unshare',
    '--uts',
    '--ipc',
    'sh',
    '-c',
    'hostname "$0"; exec "$@"',
    namespaceOf(host),
  ]
  const { LD_PRELOAD: preload, ...rootEnv } = env
  const become = [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, rest, '--no-new-privs', '--'],
    // A library that root has loaded keeps what the program's user may not open.
    ...(preload === undefined ? [] : ['env', `LD_PRELOAD=${preload}`]),
  ]
  const child = spawn('ip', ['netns', 'exec', namespaceOf(host), ...named, ...become, ...command], {
    cwd,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, HOME: '/', LANG: 'C.UTF-8', ...rootEnv },
  })
  child.unref()
  joinGroup(host, child.pid)
  const record = { host, program, command, user, env, cwd, groups, pid: child.pid }
  writeFileSync(file(host, program), JSON.stringify(record), { mode: 0o600 })
  return child.pid
}

/** Starts a program again as it was started; `env` is added to its environment. */
export function startAgain(host, program, env = {}) {
  const { pid: _, ...what } = readRecord(host, program)
  return start({ ...what, env: { ...what.env, ...env } })
}

/** The environment that a program was started with. */
export function programEnv(host, program) {
  return readRecord(host, program).env
}

/** Ends a program in order; resolves when it has. */
export async function stop(host, program, ms = 12_000) {
  const { pid } = readRecord(host, program)
  if (!pidsOf(host).includes(pid)) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; pidsOf(host).includes(pid); waited += 100) {
    if (waited > ms) process.kill(pid, 'SIGKILL')
    await wait(100)
  }
}

/** Every program that was started: whether it runs, and its process id. */
export function listPrograms() {
  if (!existsSync(at('programs'))) return []
  return readdirSync(at('programs'))
    .sort()
    .flatMap((name) => {
      const { host, program, pid } = JSON.parse(readFileSync(at('programs', name), 'utf8'))
      const running = pidsOf(host)
      const own = { host, program, pid, isUp: running.includes(pid) }
      if (program !== 'patroni') return [own]
      const database = postmaster(host)
      return [own, { host, program: 'postgres', pid: database, isUp: running.includes(database) }]
    })
}

/** What a program was started with. @throws Error where none was. */
export function readRecord(host, program) {
  if (host === undefined || program === undefined || !existsSync(file(host, program)))
    throw new Error(`${host} has no program ${program}: see npm run lab -- status.`)
  return JSON.parse(readFileSync(file(host, program), 'utf8'))
}

/** The process id of a host's Postgres; 0 without one. */
export function postmaster(host) {
  const path = at(host, 'data', 'postmaster.pid')
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0
}
