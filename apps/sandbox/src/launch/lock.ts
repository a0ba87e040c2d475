import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { Sentence } from './sentence.js'

/**
 * Takes the data folder for this process: a socket that only a living launcher answers on, so that no crash leaves
 * it locked. The returned function gives it back.
 *
 * @throws Sentence when another launcher has it.
 */
export async function lockFolder(socketPath: string): Promise<() => Promise<void>> {
  if (await answers(socketPath))
    throw new Sentence(
      'Sallyport already runs in this folder: stop it first, or set SALLYPORT_DATA_DIR to another folder.',
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
