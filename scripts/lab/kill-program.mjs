import { pidsOf } from './network.mjs'
import { postmaster, readRecord } from './programs.mjs'

/** Kills a program with -9; of a database host, `postgres` is Postgres itself and `all` every program. */
export async function killProgram(host, program) {
  if (program === 'all') {
    for (const pid of pidsOf(host)) killWhereThere(pid)
    return
  }
  const pid = program === 'postgres' ? postmaster(host) : readRecord(host, program).pid
  if (!pidsOf(host).includes(pid)) throw new Error(`${program} is not running on ${host}.`)
  process.kill(pid, 'SIGKILL')
}

/** A process may end with the one that was killed before it. */
function killWhereThere(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
