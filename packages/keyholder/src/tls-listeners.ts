import type { Server } from 'node:net'
import { ConfigError } from '@sallyport/process'
import { listenOnTls, openCertificates, type TlsAddress } from '@sallyport/process/transport'
import type { CallMetrics } from './call-metrics.js'
import { readRequest } from './read-request.js'
import { type AnswerLine, serveConnection, trackConnections } from './socket.js'

/** What a program that holds keys is told about other hosts. */
export interface TransportConfig {
  /** Where it listens besides its Unix socket; empty on a single host. */
  listen?: readonly TlsAddress[] | undefined
  /** Folder of its certificates, which it needs to listen. */
  transportDir?: string | undefined
}

/** Why these settings do not fit together; undefined when they do. */
export function transportProblem(
  { listen = [], transportDir }: TransportConfig,
  names: { listen: string; transportDir: string },
): string | undefined {
  if (listen.length === 0 || transportDir !== undefined) return undefined
  return `${names.listen} needs ${names.transportDir}: the folder of this program’s certificates (docs/operate/high-availability.md).`
}

/**
 * Answers the lines of programs on other hosts, which show certificates of our authority. The pages may ask for the public key and for
 * nothing else.
 *
 * @throws ConfigError when the certificates cannot be used or the address is not this host's.
 */
export async function listenToHosts(
  { listen = [], transportDir }: TransportConfig,
  {
    answer,
    setting,
    metrics,
  }: { answer: AnswerLine; setting: string; metrics: CallMetrics | undefined },
): Promise<{ close(): Promise<void> }> {
  const servers: { server: Server; close: () => Promise<void> }[] = []
  const close = async () => {
    await Promise.all(servers.map((each) => each.close()))
  }
  if (listen.length === 0 || transportDir === undefined) return { close }
  const certificates = openCertificates(transportDir, setting)
  try {
    for (const address of listen) {
      const server = await listenOnTls(address, {
        certificates,
        roles: ['api', 'pages'],
        onRefused: (reason) => metrics?.refusedPeers.add({ reason }),
        serve: (socket, { role, isValid }) =>
          serveConnection(socket, (line) => {
            if (!isValid()) socket.destroy()
            return isValid() && (role === 'api' || isHealth(line)) ? answer(line) : refuse(line)
          }),
      })
      const open = trackConnections(server)
      servers.push({
        server,
        close: () =>
          new Promise((resolve) => {
            server.close(() => resolve())
            for (const socket of open) socket.destroy()
          }),
      })
    }
  } catch (cause) {
    await close()
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(
      ['An address to listen on over TLS is in use, or is not one of this host.'],
      { cause },
    )
  }
  return { close }
}

function isHealth(line: string): boolean {
  return readRequest(line)?.call === 'health'
}

async function refuse(line: string) {
  return { id: readRequest(line)?.id ?? null, error: { code: 'invalid_request' } }
}
