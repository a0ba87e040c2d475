import { userIdPrefix } from '@sallyport/contract'
import { expect, test } from 'vitest'
import { createMemoryStore } from '../device/memory-store.js'
import { appId, createRig, dataOf } from '../testing/rig.js'
import { warmUp } from './warm-up.js'

test('an idle frame warms up without a call, a message or a record, and creates as ever', async () => {
  const rig = await createRig()
  const store = createMemoryStore()
  const idle: (() => void)[] = []
  const page = rig.openPage(store, { whenIdle: (task) => void idle.push(task) })

  expect(idle).toHaveLength(1)
  for (const task of idle) task()
  await warmUp(crypto)
  const userId = `${userIdPrefix}ada`
  expect(page.received).toEqual([])
  expect(rig.custody.calls).toEqual([])
  expect(await store.list({ appId, userId })).toEqual([])

  dataOf(await page.send('privy:wallet:create', { accessToken: rig.token(userId) }))
  expect([...rig.custody.calls].sort()).toEqual(['authShare', 'confirm', 'create'])
})

test('error: an engine that fails while it warms up does not fail the frame', async () => {
  const rig = await createRig()
  const failing = { ...crypto, subtle: undefined } as unknown as Crypto
  const idle: (() => void)[] = []
  const page = rig.openPage(undefined, {
    webCrypto: failing,
    whenIdle: (task) => void idle.push(task),
  })

  for (const task of idle) task()

  expect(dataOf(await page.send('privy:iframe:ready', {}))).toEqual({})
})
