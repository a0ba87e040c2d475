import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { onceBuilt } from './once-built.js'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(building: Promise<string | undefined>) {
  const server = createServer(onceBuilt(building, (_request, response) => response.end('the page')))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a request waits for the build', async () => {
  let end = (_problem: string | undefined) => {}
  const building = new Promise<string | undefined>((resolve) => {
    end = resolve
  })
  const { server, url } = await serve(building)
  const asked = once(server, 'request')
  let isAnswered = false
  const answer = fetch(url).then((response) => {
    isAnswered = true
    return response.text()
  })
  await asked
  expect(isAnswered).toBe(false)
  end(undefined)

  expect(await answer).toBe('the page')
})

test('error: a build that failed is answered with what is wrong', async () => {
  const response = await fetch(
    (await serve(Promise.resolve('The build of apps/dashboard failed'))).url,
  )

  expect(response.status).toBe(500)
  expect(await response.text()).toBe('The build of apps/dashboard failed\n')
})
