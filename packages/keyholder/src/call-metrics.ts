import {
  type Counter,
  createRegistry,
  type Histogram,
  listenForMonitoring,
  type ProgramRegistry,
} from '@sallyport/process/metrics'

/** An answer of the socket. */
type Answer = { id: string | null; error: { code: string } } | { id: string; output: unknown }

/** The metrics of a program that answers on a socket. */
export interface CallMetrics {
  registry: ProgramRegistry
  /** Calls by `call` and `outcome` (`ok`, or the error's code), in seconds. */
  calls: Histogram
  /** Connections of other hosts that were refused, by `reason` (`peerRefusals`). */
  refusedPeers: Counter
}

/** Creates the metrics of a process. */
export function createCallMetrics(program: 'vault' | 'signer'): CallMetrics {
  const registry = createRegistry({ withProcess: true })
  const name = `sallyport_${program}_call_seconds`
  const refused = `sallyport_${program}_refused_peers_total`
  return {
    registry,
    calls: registry.seconds(name, 'Time to answer', ['call', 'outcome']),
    refusedPeers: registry.counter(refused, 'Connections over TLS that were refused', ['reason']),
  }
}

/** Answers lines as `answer` does, and measures it. Only the calls in `known` are named. */
export function measured<A extends Answer>(
  answer: (line: string) => Promise<A>,
  { metrics, known }: { metrics: CallMetrics | undefined; known: object },
): (line: string) => Promise<A> {
  if (metrics === undefined) return answer
  return async (line) => {
    const startedMs = performance.now()
    const answered = await answer(line)
    const [, name = ''] = /"call":"(\w{1,40})"/.exec(line.slice(0, 200)) ?? []
    const outcome = 'error' in answered ? answered.error.code : 'ok'
    const call = Object.hasOwn(known, name) ? name : 'unknown'
    metrics.calls.observe({ call, outcome }, (performance.now() - startedMs) / 1000)
    return answered
  }
}

/** Serves the metrics on the socket of the setting, where it is set. */
export async function serveMetrics(
  registry: ProgramRegistry,
  { path, setting }: { path: string | undefined; setting: string },
): Promise<{ close(): void }> {
  if (path === undefined) return { close: () => {} }
  const server = await listenForMonitoring({ path, setting }, registry.render)
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
