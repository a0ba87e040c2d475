import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { hasSigner } from './serve-environments.mjs'

/**
 * The users that the programs run as, from `SALLYPORT_API_USER`, `SALLYPORT_VAULT_USER`, `SALLYPORT_PAGES_USER` and, where the
 * signer is set up, `SALLYPORT_SIGNER_USER` (names or ids); or a sentence that says why they cannot: one
 * user could read the keys of both (T-03).
 */
export function serveUsers(env) {
  if (process.getuid?.() !== 0)
    return 'npm run serve starts the API, the vault and the pages as users of their own, which only root can do: run it as root, or use the service units in deploy/ (docs/operate/deploy.md).'
  const users = {}
  const needed = [
    ['server', 'SALLYPORT_API_USER'],
    ['vault', 'SALLYPORT_VAULT_USER'],
    ['pages', 'SALLYPORT_PAGES_USER'],
  ]
  if (hasSigner(env)) needed.push(['signer', 'SALLYPORT_SIGNER_USER'])
  for (const [program, variable] of needed) {
    const name = env[variable]
    if (!name)
      return `${variable} is missing: set it to a user of this system (docs/operate/deploy.md).`
    const [uid, gid] = ['-u', '-g'].map((flag) => idOf(name, flag))
    if (uid === undefined) return `${variable} names ${name}, who is not a user of this system.`
    if (uid === 0) return `${variable} must not be root.`
    users[program] = { uid, gid: gid ?? uid }
  }
  if (users.server.uid === users.vault.uid)
    return 'SALLYPORT_API_USER and SALLYPORT_VAULT_USER are the same user, who could read the keys of both: name two.'
  if ([users.server.uid, users.vault.uid].includes(users.pages.uid))
    return 'SALLYPORT_PAGES_USER is the user of another program, which could then change what the pages serve: name a third.'
  const { signer, ...others } = users
  if (signer && Object.values(others).some(({ uid }) => uid === signer.uid))
    return 'SALLYPORT_SIGNER_USER is the user of another program, who could read the keys of both: give the signer a user of its own.'
  // API and pages reach the sockets; their folders belong to the group of the API's user.
  return { ...users, pages: { ...users.pages, gid: users.server.gid } }
}

/** Creates the folder of a socket: the user of the program writes to it, the API's group opens what is in it. */
export function createSocketFolder(folder, { owner, server }) {
  mkdirSync(folder, { mode: 0o700 })
  chownSync(folder, owner.uid, server.gid)
  // With the set-group-id bit the socket belongs to the folder's group.
  chmodSync(folder, 0o2750)
}

/** Ids need no account. */
function idOf(name, flag) {
  if (/^\d+$/.test(name)) return flag === '-u' ? Number(name) : undefined
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout.trim()) : undefined
}
