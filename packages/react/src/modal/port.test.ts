import type { ConfirmRequest } from '@sallyport/core'
import { describe, expect, test, vi } from 'vitest'
import type { Job } from '../flow/screens.js'
import { createPort } from './port.js'

const request: ConfirmRequest = {
  kind: 'sign-message',
  chainType: 'solana',
  address: 'a',
  message: 'm',
}
const goal = { goal: 'login', prefill: '', methods: null, disableSignup: false } as const
const jobOf = (port: ReturnType<typeof createPort>): Job => {
  const current = port.current()?.goal
  if (current?.goal !== 'confirm') throw new Error('no request is open')
  return current.job
}

describe('createPort', () => {
  test('a closed login rejects with its code', async () => {
    const port = createPort()
    const login = port.login(goal)
    port.current()?.onEnd({ at: 'failed', code: 'exited_auth_flow' })

    await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' })
  })

  test('two logins at once are one', async () => {
    const port = createPort()
    const [first, second] = [port.login(goal), port.login(goal)]
    const run = port.current()
    run?.onEnd({ at: 'done', value: 'login' })

    expect([await first, await second]).toEqual(['login', 'login'])
    run?.onGone()
    expect(port.current()).toBeNull()
  })

  test('a request has its value before its screen is gone; closing then changes nothing', async () => {
    const port = createPort()
    const asked = port.confirm.request({ request, ui: {}, run: async () => 'signature' })
    const job = jobOf(port)
    job.deliver(await job.run(() => {}))

    expect(await asked).toBe('signature')
    port.current()?.onEnd({ at: 'failed', code: 'user_rejected' })
    expect(port.current()).not.toBeNull()
  })

  test('error: a refused request rejects with 4001', async () => {
    const port = createPort()
    const run = vi.fn()
    const asked = port.confirm.request({ request, ui: {}, run })
    port.current()?.onEnd({ at: 'failed', code: 'user_rejected' })

    await expect(asked).rejects.toMatchObject({ name: 'RpcError', code: 4001 })
    expect(run).not.toHaveBeenCalled()
  })

  test('error: a request closed after a failure rejects with that failure', async () => {
    const port = createPort()
    const failure = new Error('no frame')
    const asked = port.confirm.request({ request, ui: {}, run: () => Promise.reject(failure) })
    await expect(jobOf(port).run(() => {})).rejects.toBe(failure)
    port.current()?.onEnd({ at: 'failed', code: 'user_rejected' })

    await expect(asked).rejects.toBe(failure)
  })

  test.each([
    ['rejects with it', (job: Job, failure: Error) => job.noteFailure(failure), 'no frame'],
    [
      'and opened at the next try rejects with 4001',
      (job: Job, failure: Error) => {
        job.noteFailure(failure)
        job.noteFailure(null)
      },
      'User rejected the request',
    ],
  ])('error: a request closed after its wallet did not open %s', async (_, play, message) => {
    const port = createPort()
    const asked = port.confirm.request({ request, ui: {}, run: vi.fn() })
    play(jobOf(port), new Error('no frame'))
    port.current()?.onEnd({ at: 'failed', code: 'user_rejected' })

    await expect(asked).rejects.toMatchObject({ message })
  })

  test('error: what cannot be drawn rejects as offline, and the next run comes', async () => {
    const port = createPort()
    const login = port.login(goal)
    const asked = port.confirm.request({ request, ui: {}, run: async () => 'signature' })
    const cause = new TypeError('Failed to fetch dynamically imported module')

    port.current()?.onBroken(cause)
    await expect(login).rejects.toMatchObject({ code: 'offline', cause })
    expect(port.current()?.goal.goal).toBe('confirm')
    port.current()?.onBroken(cause)
    await expect(asked).rejects.toMatchObject({ code: 'offline', cause })
    expect(port.current()).toBeNull()
  })

  test('error: closing all settles the open run and those that wait', async () => {
    const port = createPort()
    const login = port.login(goal)
    const asked = port.confirm.request({ request, ui: {}, run: async () => 'signature' })

    port.closeAll()

    await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' })
    await expect(asked).rejects.toMatchObject({ code: 4001 })
    expect(port.current()).toBeNull()
  })

  test('a login goes before the requests that wait, which need it', () => {
    const port = createPort()
    for (const message of ['1', '2'])
      void port.confirm.request({ request: { ...request, message }, ui: {}, run: vi.fn() })
    void port.login(goal)
    const seen = [1, 2, 3].map(() => {
      const run = port.current()
      run?.onGone()
      return run?.goal.goal === 'confirm' ? run.goal.job.request : run?.goal.goal
    })

    expect(seen).toMatchObject([{ message: '1' }, 'login', { message: '2' }])
  })

  test('requests wait for each other', () => {
    const port = createPort()
    const changed = vi.fn()
    port.subscribe(changed)
    void port.confirm.request({ request: { ...request, message: '1' }, ui: {}, run: vi.fn() })
    void port.confirm.request({ request: { ...request, message: '2' }, ui: {}, run: vi.fn() })
    const first = port.current()
    expect(jobOf(port).request).toMatchObject({ message: '1' })
    first?.onGone()
    expect(jobOf(port).request).toMatchObject({ message: '2' })
    first?.onGone()

    expect(jobOf(port).request).toMatchObject({ message: '2' })
    expect(changed).toHaveBeenCalledTimes(3)
  })
})
