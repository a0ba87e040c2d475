// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { kitContext } from '../context.js'
import { type Answers, refuse } from '../test-kit/answers.js'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { useLoginWithSms } from './use-login-with-sms.js'

afterEach(cleanup)

async function setup(answers: Answers = {}) {
  const fake = createFakeKit({ answers, clock: standingClock(async () => {}) })
  const onComplete = vi.fn()
  const onError = vi.fn()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <kitContext.Provider value={fake.kit}>{children}</kitContext.Provider>
  )
  const { result } = renderHook(() => useLoginWithSms({ onComplete, onError }), { wrapper })
  return { ...fake, onComplete, onError, result }
}

test('sends a code, logs in and says where it stands', async () => {
  const { result, inputsOf, onComplete } = await setup()
  expect(result.current.state).toEqual({ status: 'initial' })
  await act(() => result.current.sendCode({ phoneNumber: '2015550123', disableSignup: true }))
  expect(result.current.state).toEqual({ status: 'awaiting-code-input' })
  await act(() => result.current.loginWithCode({ code: '123456' }))

  expect(result.current.state).toEqual({ status: 'done' })
  expect(inputsOf('/passwordless_sms/authenticate')).toEqual([
    { phoneNumber: '2015550123', code: '123456', mode: 'no-signup' },
  ])
  expect(onComplete).toHaveBeenCalledWith(expect.objectContaining({ loginMethod: 'sms' }))
})

test('error: a refused number rejects and is called back', async () => {
  const server = { '/passwordless_sms/init': refuse('invalid_data') }
  const { result, onError } = await setup({ server })
  await act(async () => {
    await expect(result.current.sendCode({ phoneNumber: '1' })).rejects.toThrow()
  })

  expect(result.current.state).toMatchObject({ status: 'error' })
  expect(onError).toHaveBeenCalledWith('invalid_data')
})
