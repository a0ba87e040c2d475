import { createClient } from '../client.js'
import { login } from '../features/email.js'
import type { ClientOptions } from '../types.js'
import { createTestClock } from './clock.js'
import { createFrameHost, type FrameHandlers } from './frame.js'
import { startServer, testAppId } from './server.js'
import { createMemoryStorage } from './storage.js'

const cleanups: (() => unknown)[] = []

/** Ends everything `setup` started; to be run after each test. */
export async function cleanUp(): Promise<void> {
  for (const each of cleanups.splice(0).reverse()) await each()
}

/** A server, a stand-in frame, and clients of one browser that share its storage; `warnings` for the developer. */
export async function setup(handlers: FrameHandlers = {}, more: Partial<ClientOptions> = {}) {
  const clock = createTestClock()
  const server = await startServer(clock)
  const frame = createFrameHost(server.url, handlers)
  const storage = createMemoryStorage()
  const warnings: string[] = []
  cleanups.push(() => server.close())
  const tab = (options: Partial<ClientOptions> = {}) => {
    const client = createClient({
      appId: testAppId,
      apiUrl: server.url,
      storage,
      clock,
      frameHost: frame.host,
      warn: (line) => warnings.push(line),
      ...more,
      ...options,
    })
    cleanups.push(() => client.destroy())
    return client
  }
  const signedIn = async (options: Partial<ClientOptions> = {}) => {
    const client = tab(options)
    await client.start()
    await login(client, { email: 'ada@example.com', code: '123456' })
    return client
  }
  return { clock, server, frame, storage, warnings, tab, signedIn }
}
