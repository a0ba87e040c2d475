import { execFileSync, spawnSync } from 'node:child_process'
import { isRoot } from './folder.js'
import { Sentence } from './sentence.js'

/** How to run Postgres here: the account, and words to put before the program's name. */
export interface PostgresUser {
  user?: { uid: number; gid: number } | undefined
  prefix: string[]
}

/**
 * The account Postgres runs as. Postgres refuses to run as root, so that root lends it the account `postgres`, made
 * when it is missing; where that account cannot reach the folders (a clone below `/root`), it is lent the right to
 * pass through folders and nothing else.
 *
 * @throws Sentence when neither works.
 */
export function findPostgresUser(binary: string, folder: string): PostgresUser {
  if (!isRoot()) return { prefix: [] }
  const user = accountIds() ?? makeAccount()
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
  throw new Sentence(
    `The database runs as the user postgres, who cannot reach ${folder}: move this folder to one that every user can enter, or set DATABASE_URL.`,
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

function makeAccount(): { uid: number; gid: number } {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const made = accountIds()
  if (made) return made
  throw new Sentence(
    'Postgres cannot run as root: make a user called postgres, or set DATABASE_URL.',
  )
}
