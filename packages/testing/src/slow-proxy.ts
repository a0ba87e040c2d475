import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server that can delay, hold or cut the connection. */
export interface SlowProxy {
  /** The server's URL with the proxy's port. */
  url: string
  /** Cuts every connection; new ones are refused until `open`. */
  cut(): void
  /** Holds all data in both directions until `open`; connections stay open. */
  hold(): void
  /** Delays all data from now on by this many milliseconds. */
  delay(ms: number): void
  /** Ends delay, hold and cut; delivers the held data. */
  open(): void
  close(): Promise<void>
}

/** Starts a proxy to the host and port of the URL `target`. */
export async function createSlowProxy(target: string): Promise<SlowProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  let isHeld = false
  let delayMs = 0
  let held: (() => void)[] = []
  const forward = (to: Socket, chunk: Buffer) => {
    const write = () => void (to.destroyed || to.write(chunk))
    if (isHeld) held.push(write)
    else if (delayMs > 0) setTimeout(write, delayMs)
    else write()
  }
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect({ host: hostname, port: Number(port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (chunk) => forward(to, chunk))
      from.on('error', () => from.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  const address = server.address()
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : '')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut: () => {
      isCut = true
      cutAll()
    },
    hold: () => {
      isHeld = true
    },
    delay: (ms) => {
      delayMs = ms
    },
    open: () => {
      isCut = false
      isHeld = false
      delayMs = 0
      for (const write of held) write()
      held = []
    },
    close: async () => {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
