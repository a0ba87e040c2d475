import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { StartError } from './start-error.js'

/**
 * Locks the data folder for this process with a socket. A socket answers only while its process lives, so a crash doesn't
 * leave the folder locked. The returned function releases the lock.
 *
 * @throws StartError when another launcher holds the lock.
 */
export async function lockFolder(socketPath: string): Promise<() => Promise<void>> {
  if (await answers(socketPath))
    throw new StartError(
      'Sallyport is already running in this folder: stop it first, or set SALLYPORT_DATA_DIR to another folder.',
    )
  rmSync(socketPath, { force: true })
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  chmodSync(socketPath, 0o600)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
