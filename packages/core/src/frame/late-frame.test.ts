import { afterEach, expect, test } from 'vitest'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

test('destroying the client while the code of the frame is loaded opens no frame', async () => {
  const { tab, frame } = await setup()
  const client = tab()
  const loading = client.frame.load()
  client.destroy()

  await expect(loading).rejects.toMatchObject({ code: 'client_destroyed' })
  expect(frame.frames).toEqual([])
})

test('a frame that is not loaded is told nothing, and two loads open one frame', async () => {
  const { tab, frame } = await setup()
  const client = tab()
  client.frame.prepare()
  client.frame.tell('privy:mfa:clear', { userId: 'did:privy:1' })
  await Promise.all([client.frame.load(), client.frame.load()])

  expect(frame.frames).toHaveLength(1)
  expect(frame.events()).toEqual([])
})
