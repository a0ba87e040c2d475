import { expect, test } from 'vitest'
import { rememberSent, sentTransfers } from './sent-transfers.js'
import { createFakeKit } from './test-kit/fake-kit.js'

const sent = (atMs: number) => ({ from: '0x1', to: '0x2', amount: '0.5 ETH', atMs })

test('keeps the latest transfers, the newest first', () => {
  const { client } = createFakeKit({ clock: { nowMs: () => 0 } }).kit
  expect(sentTransfers(client)).toEqual([])
  for (let at = 1; at <= 25; at += 1) rememberSent(client, sent(at))

  expect(sentTransfers(client)).toHaveLength(20)
  expect(sentTransfers(client)[0]).toEqual(sent(25))
})

test('error: what is not a transfer is left out', () => {
  const { client } = createFakeKit({ clock: { nowMs: () => 0 } }).kit
  const { storage, appId } = client.environment
  storage.set(`sallyport:${appId}:sent:${client.state.user?.id ?? ''}`, [null, 1, {}, sent(1)])

  expect(sentTransfers(client)).toEqual([sent(1)])
})
