import { chmodSync, chownSync, existsSync, lstatSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { ConfigError } from '@sallyport/process'

/** Bytes a request line may have, and requests a connection may have open (custody design 2.13, 2.14). */
const socketLimits = { lineBytes: 256 * 1024, outstanding: 64 } as const

/** One answer; `id` is null when the request's id could not be read. */
type SocketAnswer =
  | { id: string | null; error: { code: string; retryAfterSeconds?: number } }
  | { id: string; output: unknown }

/** Answers one request line; never rejects. */
export type AnswerLine = (line: string) => Promise<SocketAnswer>

/** Who can open the socket: the program's own user (development), or the group of its directory and not its own user. */
type SocketAccess = 'owner' | 'group'

/** A socket to listen on. `setting` names it in errors. */
interface SocketPlace {
  path: string
  setting: string
}

/**
 * File modes. Connecting needs write access, and Linux judges the owner by the owner's bits alone: with 0060 the kernel
 * refuses every process of the program's own user, so an API that runs as the same user never reaches it (T-03).
 */
const modes = { owner: 0o600, group: 0o060 } as const satisfies Record<SocketAccess, number>

/**
 * Listens on a Unix socket; closing removes the file.
 *
 * @throws ConfigError when another process is listening there, the path is not a socket, or the program's user may not give
 *   the socket to the group of its directory.
 */
export async function listenOnSocket(
  { path, setting }: SocketPlace,
  answer: AnswerLine,
  access: SocketAccess,
): Promise<Server> {
  await removeStaleSocket({ path, setting })
  const server = createServer((socket) => serveConnection(socket, answer))
  // The file is created with its mode, so that no other user can connect between listen and chmod.
  const before = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
  } finally {
    process.umask(before)
  }
  try {
    if (access === 'group') giveToGroup({ path, setting })
    chmodSync(path, modes[access])
  } catch (error) {
    server.close()
    throw error
  }
  return server
}

/** The connections that are open, for closing them. */
export function trackConnections(server: Pick<Server, 'on'>): Set<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

function giveToGroup({ path, setting }: SocketPlace): void {
  const { gid } = statSync(dirname(path))
  const socket = statSync(path)
  if (socket.gid === gid) return
  try {
    chownSync(path, socket.uid, gid)
  } catch (cause) {
    throw new ConfigError(
      [
        `The user of this program must be a member of the group that owns the directory of ${setting}.`,
      ],
      { cause },
    )
  }
}

/** Serves one connection. Answers are written when they are ready, in any order. */
export function serveConnection(socket: Socket, answer: AnswerLine): void {
  let pending: Buffer = Buffer.alloc(0)
  let outstanding = 0
  const send = (value: SocketAnswer) => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`)
  }
  const take = (line: string) => {
    if (outstanding >= socketLimits.outstanding) return send(refusal(line))
    outstanding += 1
    void answer(line).then((value) => {
      outstanding -= 1
      send(value)
    })
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    for (let end = pending.indexOf(10); end >= 0; end = pending.indexOf(10)) {
      if (end > socketLimits.lineBytes) break
      take(pending.toString('utf8', 0, end))
      pending = pending.subarray(end + 1)
    }
    if (pending.length <= socketLimits.lineBytes) return
    pending = Buffer.alloc(0)
    socket.end(`${JSON.stringify({ id: null, error: { code: 'invalid_request' } })}\n`)
    socket.removeAllListeners('data')
    socket.resume()
  })
}

/** The refusal of a request above the limit, with its id when that can be read without parsing the line. */
function refusal(line: string): SocketAnswer {
  const id = /^\{"id":"([A-Za-z0-9_-]{1,64})"/.exec(line)?.[1] ?? null
  return { id, error: { code: 'too_many_requests', retryAfterSeconds: 1 } }
}

async function removeStaleSocket({ path, setting }: SocketPlace): Promise<void> {
  if (!existsSync(path)) return
  if (!lstatSync(path).isSocket()) {
    throw new ConfigError([`${setting} names a file that is not a socket.`])
  }
  const { mode } = lstatSync(path)
  // The program's own user may not open a socket that is for the group.
  chmodSync(path, modes.owner)
  const inUse = await answers(path)
  if (inUse) chmodSync(path, mode)
  if (inUse) throw new ConfigError([`Another program is listening on ${setting}.`])
  unlinkSync(path)
}

function answers(path: string): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
