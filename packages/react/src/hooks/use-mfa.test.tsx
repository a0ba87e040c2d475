// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { kitContext } from '../context.js'
import { type Answer, Refusal } from '../test-kit/answers.js'
import { settle } from '../test-kit/mount-screen.js'
import { walletAccounts } from '../test-kit/samples.js'
import { createSceneKit } from '../test-kit/scene-kit.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { useMfa } from './use-mfa.js'
import { useRegisterMfaListener } from './use-register-mfa-listener.js'

afterEach(cleanup)

/** An app that asks for factors itself, and a frame that wants the code 204816. */
async function openHeadless() {
  const seen: Record<string, unknown>[] = []
  const demand: Answer = (input) => {
    seen.push(input)
    if (input.mfaCode !== '204816') throw new Refusal('missing_or_invalid_mfa')
    return {}
  }
  const { kit } = await createSceneKit({
    scene: {
      data: {},
      accounts: walletAccounts,
      factors: ['totp'],
      config: { mfa: { noPromptOnMfaRequired: true } },
      answers: { frame: { 'privy:mfa:verify': demand, 'privy:mfa:unenroll': demand } },
    },
    clock: standingClock(settle),
  })
  const opened = vi.spyOn(kit.modal, 'open')
  const onMfaRequired = vi.fn()
  const { result } = renderHook(
    () => {
      useRegisterMfaListener({ onMfaRequired })
      return useMfa()
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <kitContext.Provider value={kit}>{children}</kitContext.Provider>
      ),
    },
  )
  const hook = result.current
  const asked = () => vi.waitFor(() => expect(onMfaRequired).toHaveBeenCalled())
  return { hook, asked, onMfaRequired, opened, seen }
}

describe('useMfa with noPromptOnMfaRequired', () => {
  test('an operation that waits tells the listener, opens no screen, and goes on with the code that is submitted', async () => {
    const { hook, asked, onMfaRequired, opened, seen } = await openHeadless()
    const operation = hook.promptMfa()
    await asked()
    expect(onMfaRequired).toHaveBeenCalledWith({ mfaMethods: ['totp'] })
    expect(await hook.init('totp')).toBeUndefined()
    await expect(hook.submit('totp', '111111')).rejects.toMatchObject({
      type: 'missing_or_invalid_mfa',
    })
    await hook.submit('totp', '204816')
    await operation
    expect(seen.at(-1)).toMatchObject({ mfaMethod: 'totp', mfaCode: '204816' })
    expect(opened).not.toHaveBeenCalled()
  })

  test('cancel ends the operation with mfa_cancelled', async () => {
    const { hook, asked, opened } = await openHeadless()
    const operation = hook.promptMfa()
    const ended = expect(operation).rejects.toMatchObject({ type: 'mfa_cancelled' })
    await asked()
    await hook.cancel()
    await ended
    expect(opened).not.toHaveBeenCalled()
  })

  test('error: a code is submitted while no operation waits', async () => {
    const { hook } = await openHeadless()
    await expect(hook.submit('totp', '204816')).rejects.toMatchObject({ code: 'not_supported' })
  })
})
