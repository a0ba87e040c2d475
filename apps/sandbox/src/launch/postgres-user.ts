import { execFileSync, spawnSync } from 'node:child_process'
import { isRoot } from './folder.js'
import { StartError } from './start-error.js'

/** How to run Postgres on this machine: the account, and a command prefix. */
export interface PostgresUser {
  user?: { uid: number; gid: number } | undefined
  prefix: string[]
}

/**
 * Finds the account that Postgres runs as. Postgres refuses to run as root, so root uses the account `postgres` and creates
 * it if needed. If that account can't reach the folder (a clone below `/root`), Postgres gets the capability to enter
 * folders and no other.
 *
 * @throws StartError when neither works.
 */
export function findPostgresUser(binary: string, folder: string): PostgresUser {
  if (!isRoot()) return { prefix: [] }
  const user = accountIds() ?? createAccount()
  const direct = spawnSync(binary, ['--version'], { ...user, cwd: '/' })
  const reach = spawnSync('test', ['-x', folder], { ...user, cwd: '/' })
  if (direct.status === 0 && reach.status === 0) return { user, prefix: [] }
  const prefix = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  const lent = spawnSync(prefix[0] ?? '', [...prefix.slice(1), binary, '--version'], { cwd: '/' })
  if (lent.status === 0) return { prefix }
  throw new StartError(
    `The database runs as the user postgres, which cannot enter ${folder}: move the folder to a place that every user can enter, or set DATABASE_URL.`,
  )
}

function accountIds(): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function createAccount(): { uid: number; gid: number } {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const made = accountIds()
  if (made) return made
  throw new StartError(
    'Postgres cannot run as root: create a user called postgres, or set DATABASE_URL.',
  )
}
