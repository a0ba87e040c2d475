// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../copy/en.js'
import { enCaptcha } from '../../copy/en-captcha.js'
import { fakeCaptcha } from '../../test-kit/captcha.js'
import { press, setup } from '../../test-kit/mount-screen.js'

afterEach(cleanup)

const texts = enCaptcha.captcha

async function open(phase: Parameters<typeof fakeCaptcha>[0]) {
  const fake = fakeCaptcha(phase)
  const mounted = await setup('CAPTCHA_SCREEN', { check: fake.check })
  await screen.findByRole('heading')
  // The screen listens to the check from its effects on.
  await act(async () => undefined)
  return { ...mounted, ...fake }
}

describe('CAPTCHA_SCREEN', () => {
  test('shows the widget while it asks, and closes shortly after it is solved', async () => {
    const { check, enter, end, time } = await open('asking')
    expect(screen.getByRole('heading').textContent).toBe(texts.askTitle)
    expect(check.place.slot).toBe('captcha')
    act(() => enter('solved'))
    expect(screen.getByRole('heading').textContent).toBe(texts.solvedTitle)
    expect(check.place.slot).toBe('captcha-unseen')
    await time.move(800)

    expect(end.mock.calls).toEqual([['solved', {}]])
  })

  test('says that a check has expired while the new one is shown', async () => {
    const { enter, announce } = await open('asking')
    act(() => enter('renewed'))

    expect(screen.getByText(texts.renewed)).toBeTruthy()
    expect(announce).toHaveBeenCalledWith(texts.renewed, 'polite')
  })

  test.each([
    ['failed', texts.failedTitle],
    ['unreachable', texts.unreachableTitle],
    ['late', texts.lateTitle],
  ] as const)('a check that is %s can be tried again or left', async (phase, title) => {
    const { calls, end, enter, announce } = await open('asking')
    act(() => enter(phase))
    expect(screen.getByRole('heading').textContent).toBe(title)
    expect(announce).toHaveBeenCalledWith(expect.stringContaining(title), 'assertive')
    press(texts.otherWay)
    expect(end.mock.calls).toEqual([['gaveUp', {}]])
    press(en.shell.retry)

    expect(calls).toEqual(['retry'])
    expect(screen.getByRole('heading').textContent).toBe(texts.runningTitle)
  })

  test('a browser the service does not support can only take another way', async () => {
    const { end } = await open('unsupported')
    expect(screen.getByRole('heading').textContent).toBe(texts.unsupportedTitle)
    expect(screen.queryByRole('button', { name: en.shell.retry })).toBeNull()
    press(texts.otherWay)

    expect(end.mock.calls).toEqual([['gaveUp', {}]])
  })

  test('cancelling while the widget asks gives up', async () => {
    const { end } = await open('asking')
    press(en.shell.cancel)

    expect(end.mock.calls).toEqual([['gaveUp', {}]])
  })
})
