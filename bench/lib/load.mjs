import { percentile } from './stats.mjs'

/** Connections that are busy at any moment. */
export const connections = 32

/**
 * Loads a server with one kind of request.
 *
 * @param autocannon the installed load generator.
 * @param scenario `next()` gives the next request, `onBody` sees every right answer; `amount` or `seconds` end it.
 * @returns rate to the last answer, latencies in ms, CPU ms per request of the server and of Postgres.
 */
export async function load(autocannon, { server, postgres, scenario, seconds }) {
  const { next, onBody, amount } = scenario
  const latencies = []
  const cpuBefore = await server.cpuMs()
  const postgresBefore = postgres.cpuMs()
  const startedAt = performance.now()
  let lastAt = startedAt
  const result = await new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url: server.url,
        connections,
        ...(amount === undefined ? { duration: seconds } : { amount }),
        requests: [
          {
            setupRequest: (defaults) => ({ ...defaults, ...next() }),
            ...(onBody && {
              onResponse: (status, body) => {
                if (status < 300) onBody(body)
              },
            }),
          },
        ],
      },
      (error, value) => (error ? reject(error) : resolve(value)),
    )
    run.on('response', (_client, _status, _bytes, milliseconds) => {
      lastAt = performance.now()
      latencies.push(milliseconds)
    })
  })
  const count = result['2xx']
  const refused = result.non2xx + result.errors
  const cpu = (await server.cpuMs()) - cpuBefore
  return {
    perSecond: (count * 1000) / (lastAt - startedAt),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuMs: cpu / (count + refused),
    postgresMs: (postgres.cpuMs() - postgresBefore) / (count + refused),
    refused,
  }
}
