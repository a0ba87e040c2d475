import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * User and group ids for processes under test. The system needs no accounts for them. Only root can start processes as
 * another user.
 */
export const testUsers = {
  vault: 61_001,
  api: 61_002,
  pages: 61_003,
  signer: 61_004,
  socketGroup: 61_010,
} as const

/** Whether this process can start others as another user. */
export const canSwitchUser = process.getuid?.() === 0

/** `uid` and `gid` to spawn a process with as one of the users, whose group may open the vault's socket. */
export function asUser(name: 'vault' | 'api' | 'pages'): { uid?: number; gid?: number } {
  return canSwitchUser ? { uid: testUsers[name], gid: testUsers.socketGroup } : {}
}

/** Creates a folder for the vault's socket as a production vault wants it. */
export function createSocketFolder(): { socket: string; path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sallyport-socket-'))
  if (canSwitchUser) chownSync(path, testUsers.vault, testUsers.socketGroup)
  chmodSync(path, 0o750)
  return {
    path,
    socket: join(path, 'vault.sock'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
