import type { ConfirmationAsks } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { CallFailure, type CallRoute } from '../api/call-route.js'
import { FrameError } from '../frame-error.js'
import { confirmCall } from './confirm-call.js'
import type { Confirmer } from './confirmer.js'

const asks: ConfirmationAsks = { kind: 'add', account: { type: 'wallet', name: '0x01' } }
const data = { accessToken: 'token', request: 'sealed', theme: 'dark', accent: null }
const context = { id: 'id-1', origin: 'https://app.example', notify: () => undefined }

/** The handler with a server that knows one request, and a user who answers. */
function setUp({ answer }: { answer: () => Promise<void> }) {
  const calls: string[] = []
  // The handler calls two routes of the group.
  const call = (async (route: { path: string }, input: unknown) => {
    calls.push(`${route.path} ${JSON.stringify(input)}`)
    return route.path.endsWith('describe') ? { asks } : { answer: { id: 'ada' } }
  }) as unknown as CallRoute
  const asked: object[] = []
  const confirmer = {
    confirmAsked: (question: object) => {
      asked.push(question)
      return answer()
    },
  } as unknown as Confirmer
  const looks: object[] = []
  const loadConfirmer = async (look: object) => {
    looks.push(look)
    return confirmer
  }
  const run = () => confirmCall({ call, loadConfirmer }, data, context)
  return { run, calls, asked, looks }
}
const given = '{"body":{"request":"sealed"}}'

describe('sallyport:request:confirm', () => {
  test('asks about what the server says, and carries it out after the press', async () => {
    const { run, calls, asked, looks } = setUp({ answer: async () => undefined })
    expect(await run()).toEqual({ answer: { id: 'ada' } })
    expect(asked).toEqual([{ accessToken: 'token', asks }])
    expect(looks).toEqual([{ appName: '', theme: 'dark', accentColor: null }])
    expect(calls).toEqual([`/confirmations/describe ${given}`, `/confirmations/confirm ${given}`])
  })

  test('P8 error: without the press nothing is carried out', async () => {
    const refusal = new FrameError('user_rejected', 'The request was rejected')
    const { run, calls } = setUp({ answer: () => Promise.reject(refusal) })
    await expect(run()).rejects.toBe(refusal)
    expect(calls).toEqual([`/confirmations/describe ${given}`])
  })

  test('error: a request that is over', async () => {
    const call: CallRoute = () => Promise.reject(new CallFailure('invalid_credentials'))
    const loadConfirmer = () => Promise.reject(new Error('Nothing is asked'))
    const failed = confirmCall({ call, loadConfirmer }, data, context)
    await expect(failed).rejects.toMatchObject({ code: 'invalid_credentials' })
  })
})
