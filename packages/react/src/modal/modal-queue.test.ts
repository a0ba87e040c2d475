import type { ConfirmRequest } from '@sallyport/core'
import { describe, expect, test, vi } from 'vitest'
import type { Job } from '../flow/screens.js'
import { confirmRequests } from './confirm-requests.js'
import { createModalQueue } from './modal-queue.js'

const request: ConfirmRequest = {
  kind: 'sign-message',
  chainType: 'solana',
  address: 'a',
  message: 'm',
}
const goal = { goal: 'login', prefill: null, methods: null, disableSignup: false } as const
const jobOf = (queue: ReturnType<typeof createModalQueue>): Job => {
  const current = queue.runs().at(-1)?.goal
  if (current?.goal !== 'confirm') throw new Error('no request is open')
  return current.job
}

describe('createModalQueue', () => {
  test('a closed login rejects with its code', async () => {
    const queue = createModalQueue()
    const login = queue.login(goal)
    queue.runs().at(-1)?.onEnd({ at: 'failed', code: 'exited_auth_flow' })

    await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' })
  })

  test('a login asked for while the closed one is still being reported opens again', async () => {
    const queue = createModalQueue()
    const closed = queue.login(goal)
    const run = queue.runs().at(-1)
    run?.onEnd({ at: 'failed', code: 'exited_auth_flow' })

    const again = queue.login(goal)
    run?.onGone()
    await expect(closed).rejects.toMatchObject({ code: 'exited_auth_flow' })
    const second = queue.login(goal)
    queue.runs().at(-1)?.onEnd({ at: 'done', value: 'login' })

    expect([await again, await second]).toEqual(['login', 'login'])
  })

  test('two logins at once are one', async () => {
    const queue = createModalQueue()
    const [first, second] = [queue.login(goal), queue.login(goal)]
    const run = queue.runs().at(-1)
    run?.onEnd({ at: 'done', value: 'login' })

    expect([await first, await second]).toEqual(['login', 'login'])
    run?.onGone()
    expect(queue.runs()).toEqual([])
  })

  test('a request has its value before its screen is gone; closing then changes nothing', async () => {
    const queue = createModalQueue()
    const asked = confirmRequests(queue.open).request({
      request,
      ui: {},
      run: async () => 'signature',
    })
    const job = jobOf(queue)
    job.deliver(await job.run(() => {}))

    expect(await asked).toBe('signature')
    queue.runs().at(-1)?.onEnd({ at: 'failed', code: 'user_rejected' })
    expect(queue.runs()).toHaveLength(1)
  })

  test('error: a refused request rejects with 4001', async () => {
    const queue = createModalQueue()
    const run = vi.fn()
    const asked = confirmRequests(queue.open).request({ request, ui: {}, run })
    queue.runs().at(-1)?.onEnd({ at: 'failed', code: 'user_rejected' })

    await expect(asked).rejects.toMatchObject({ name: 'RpcError', code: 4001 })
    expect(run).not.toHaveBeenCalled()
  })

  test('error: a request closed after a failure rejects with that failure', async () => {
    const queue = createModalQueue()
    const failure = new Error('no frame')
    const asked = confirmRequests(queue.open).request({
      request,
      ui: {},
      run: () => Promise.reject(failure),
    })
    await expect(jobOf(queue).run(() => {})).rejects.toBe(failure)
    queue.runs().at(-1)?.onEnd({ at: 'failed', code: 'user_rejected' })

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
    const queue = createModalQueue()
    const asked = confirmRequests(queue.open).request({ request, ui: {}, run: vi.fn() })
    play(jobOf(queue), new Error('no frame'))
    queue.runs().at(-1)?.onEnd({ at: 'failed', code: 'user_rejected' })

    await expect(asked).rejects.toMatchObject({ message })
  })

  test('error: what cannot be drawn rejects as offline, and the next run comes', async () => {
    const queue = createModalQueue()
    const login = queue.login(goal)
    const asked = confirmRequests(queue.open).request({
      request,
      ui: {},
      run: async () => 'signature',
    })
    const cause = new TypeError('Failed to fetch dynamically imported module')

    queue.runs().at(-1)?.onBroken(cause)
    await expect(login).rejects.toMatchObject({ code: 'offline', cause })
    expect(queue.runs().at(-1)?.goal.goal).toBe('confirm')
    queue.runs().at(-1)?.onBroken(cause)
    await expect(asked).rejects.toMatchObject({ code: 'offline', cause })
    expect(queue.runs()).toEqual([])
  })

  test('error: closing all settles the open run and those that wait', async () => {
    const queue = createModalQueue()
    const login = queue.login(goal)
    const asked = confirmRequests(queue.open).request({
      request,
      ui: {},
      run: async () => 'signature',
    })

    queue.closeAll()

    await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' })
    await expect(asked).rejects.toMatchObject({ code: 4001 })
    expect(queue.runs()).toEqual([])
  })

  test('a login goes before the requests that wait, which need it', () => {
    const queue = createModalQueue()
    for (const message of ['1', '2'])
      void confirmRequests(queue.open).request({
        request: { ...request, message },
        ui: {},
        run: vi.fn(),
      })
    void queue.login(goal)
    const seen = [1, 2, 3].map(() => {
      const run = queue.runs().at(-1)
      run?.onGone()
      return run?.goal.goal === 'confirm' ? run.goal.job.request : run?.goal.goal
    })

    expect(seen).toMatchObject([{ message: '1' }, 'login', { message: '2' }])
  })

  test('requests wait for each other', () => {
    const queue = createModalQueue()
    const changed = vi.fn()
    queue.subscribe(changed)
    void confirmRequests(queue.open).request({
      request: { ...request, message: '1' },
      ui: {},
      run: vi.fn(),
    })
    void confirmRequests(queue.open).request({
      request: { ...request, message: '2' },
      ui: {},
      run: vi.fn(),
    })
    const first = queue.runs().at(-1)
    expect(jobOf(queue).request).toMatchObject({ message: '1' })
    first?.onGone()
    expect(jobOf(queue).request).toMatchObject({ message: '2' })
    first?.onGone()

    expect(jobOf(queue).request).toMatchObject({ message: '2' })
    expect(changed).toHaveBeenCalledTimes(3)
  })

  test('a goal that interrupts from inside a wallet request resolves, and the request goes on', async () => {
    const queue = createModalQueue()
    const run = async () => {
      await queue.interrupt(goal)
      return 'signature'
    }
    const asked = confirmRequests(queue.open).request({ request, ui: {}, run })
    const [below] = queue.runs()
    const job = jobOf(queue)
    const delivered = job.run(() => {}).then(job.deliver)
    const above = queue.runs()[1]
    expect(queue.runs()).toEqual([below, expect.objectContaining({ goal })])
    above?.onEnd({ at: 'done', value: 'login' })
    above?.onGone()

    await delivered
    expect(await asked).toBe('signature')
    expect(queue.runs()).toEqual([below])
  })

  test('error: an interruption that is closed rejects, and leaves the run below it open', async () => {
    const queue = createModalQueue()
    void confirmRequests(queue.open).request({ request, ui: {}, run: vi.fn() })
    const [below] = queue.runs()
    const login = queue.interrupt(goal)
    queue.runs()[1]?.onEnd({ at: 'failed', code: 'exited_auth_flow' })
    queue.runs()[1]?.onGone()

    await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' })
    expect(queue.runs()).toEqual([below])
  })

  test('a login that waits behind a request is raised above it by an interruption', async () => {
    const queue = createModalQueue()
    void confirmRequests(queue.open).request({ request, ui: {}, run: vi.fn() })
    const waiting = queue.login(goal)
    expect(queue.runs()).toHaveLength(1)
    const interrupting = queue.interrupt(goal)
    expect(queue.runs().map((run) => run.goal.goal)).toEqual(['confirm', 'login'])
    queue.runs()[1]?.onEnd({ at: 'done', value: 'login' })

    expect([await waiting, await interrupting]).toEqual(['login', 'login'])
  })

  test('an interruption with nothing on screen opens like any login', () => {
    const queue = createModalQueue()
    void queue.interrupt(goal)

    expect(queue.runs().map((run) => run.goal.goal)).toEqual(['login'])
  })
})
