import { expect, test } from 'vitest'
import { readRefusal } from './read-refusal.js'

test('the error names the request as the server’s log does, and the field that is wrong', () => {
  const body = {
    ...{ error: 'email is missing', code: 'invalid_data' },
    ...{ data: { field: 'email' }, request_id: 'CDr5byThquhhkYRf' },
  }

  expect(readRefusal(400, JSON.stringify(body))).toMatchObject({
    ...{ name: 'ApiError', code: 'invalid_data', status: 400, message: 'email is missing' },
    ...{ data: { field: 'email' }, requestId: 'CDr5byThquhhkYRf' },
  })
})

test.each(['{"error":"x","code":"invalid_data"}', '{"error":"x","request_id":7}', '<html>', ''])(
  'an answer without an id has none: %s',
  (text) => {
    expect(readRefusal(502, text).requestId).toBeUndefined()
  },
)

test('an unknown code keeps the id', () => {
  const text = JSON.stringify({ error: 'x', code: 'of_a_newer_server', request_id: 'abc' })

  expect(readRefusal(400, text)).toMatchObject({ code: 'internal_error', requestId: 'abc' })
})
