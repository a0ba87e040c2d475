import { ApiError } from '@sallyport/contract'
import { ClientError, FrameError, RpcError } from '@sallyport/core'
import { describe, expect, test } from 'vitest'
import { en } from '../copy/en.js'
import { explain } from './explain.js'
import { toProblem } from './to-problem.js'

describe('toProblem', () => {
  test.each<[string, unknown, string]>([
    ['a server code', new ApiError('invalid_credentials'), 'invalid_credentials'],
    ['no connection', new ClientError('offline'), 'offline'],
    ['a slow server', new ClientError('client_request_timeout'), 'client_request_timeout'],
    ['too little money', new ClientError('insufficient_balance'), 'insufficient_funds'],
    ['no wallet frame', new ClientError('frame_unavailable'), 'wallet_unavailable'],
    ['a refusing frame', new FrameError('wallet_not_on_device', 'x'), 'wallet_unavailable'],
    ['a refused request', new RpcError(4001), 'user_rejected'],
    ['a foreign chain', new RpcError(4901), 'unsupported_chain_id'],
    ['a reverted trial', new RpcError(3), 'transaction_failure'],
    ['a dead fetch', new TypeError('Failed to fetch'), 'offline'],
    ['a mistake of ours', new TypeError('x is undefined'), 'unknown'],
    ['a text', 'secret', 'unknown'],
    ['nothing', undefined, 'unknown'],
  ])('%s', (_, error, code) => {
    expect(toProblem(error).code).toBe(code)
  })

  test('an RPC error that wraps another speaks with the inner one’s code', () => {
    const error = new RpcError(-32603, { cause: new ClientError('insufficient_balance') })

    expect(toProblem(error).code).toBe('insufficient_funds')
  })

  test('a wait is explained in words', () => {
    const error = new ApiError('too_many_requests', { data: { retry_after: 42 } })

    expect(explain(toProblem(error), { copy: en, locale: 'en' })).toBe(
      'Too many attempts. Try again in 42 sec.',
    )
  })
})
