import { generateKeyPairSync } from 'node:crypto'
import { createTestKit } from '@sallyport/testing'
import { expect, test } from 'vitest'

test('a change keeps what is null inside of a private setting', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const delegatedActions = {
    authorization_keys: [publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    threshold: 1 as const,
    policy: {
      version: 1 as const,
      messages: true,
      typedData: false,
      transactions: { chainIds: ['1'], recipients: null, mostWeiPerDay: '1' },
    },
  }
  const privateSettings = { delegated_actions: delegatedActions }
  const kit = await createTestKit({ app: { privateSettings } })
  const credentials = Buffer.from(`${kit.appId}:${kit.appSecret}`).toString('base64')
  const answer = await kit.server.inject({
    method: 'PATCH',
    url: '/admin/v1/app',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'Harbour' }),
  })
  await kit.close()

  expect(answer.statusCode).toBe(200)
  expect(answer.json().delegated_actions).toEqual(delegatedActions)
})
