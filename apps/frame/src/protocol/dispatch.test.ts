import { type FrameEvent, frameEvents } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { FrameError } from '../frame-error.js'
import { dispatch } from './dispatch.js'
import type { Handlers } from './handler.js'

const context = { id: 'id-1', origin: 'https://app.example', notify: () => undefined }

describe('dispatch', () => {
  test.each([
    ['privy:mfa:verify', { accessToken: 'token' }, 'missing_or_invalid_mfa'],
    ['privy:mfa:clear', { userId: 'ada' }, 'error'],
  ] as const)(
    '%s: a demand for a second factor reaches the page only where it can ask for one',
    async (event, data, type) => {
      const refuse = async () => {
        throw new FrameError('missing_or_invalid_mfa', 'A second factor is required')
      }
      // The handler of this one event: no other is called.
      const handlers = { [event]: refuse } as unknown as Handlers

      const answer = await dispatch({ id: 'id-1', event, data }, handlers, context)

      expect(answer).toMatchObject({ error: { type } })
    },
  )

  test('IFR-09: every event that carries a request to sign says whose key signs it', () => {
    const events = Object.entries(frameEvents) as [FrameEvent, (typeof frameEvents)[FrameEvent]][]
    // Of calls to the server: it signs nothing.
    const others = ['sallyport:request:confirm']
    const signing = events.filter(
      ([event, { data }]) => 'request' in data.shape && !others.includes(event),
    )

    expect(signing.map(([event, { signs }]) => [event, signs])).toEqual([
      ['privy:wallets:rpc', 'requested'],
      ['privy:wallet:rpc', 'ethereum'],
      ['privy:solana-wallet:rpc', 'solana'],
    ])
  })
})
