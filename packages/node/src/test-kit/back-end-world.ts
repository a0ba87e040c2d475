import { createListeningWorld } from '@sallyport/testing'
import { createClient } from '../client.js'

/** The real server and signer, listening, beside a client of this package with the same clock. */
export async function createBackEndWorld() {
  const world = await createListeningWorld()
  const { clock, appId, appSecret } = world.kit
  /** Requests that the client has sent. */
  const sent: string[] = []
  const connect = () =>
    createClient({
      ...{ appId, appSecret, apiUrl: world.apiUrl, nowMs: clock.nowMs },
      fetch: (url, init) => {
        sent.push(`${init.method} ${new URL(url).pathname}`)
        return fetch(url, init)
      },
    })
  return { ...world, sent, connect, client: connect() }
}

/** The world that tests share. */
export type BackEndWorld = Awaited<ReturnType<typeof createBackEndWorld>>
