import type { ConfirmRequest } from '@sallyport/core'
import { describe, expect, test, vi } from 'vitest'
import { withHeadStart } from './head-start.js'

const request: ConfirmRequest = {
  kind: 'sign-message',
  chainType: 'ethereum',
  address: '0x1',
  message: 'm',
}
const never = new Promise<never>(() => {})

function setup(opened: Promise<void> = never) {
  const open = vi.fn(() => opened)
  const waits: { ms: number; end: () => void }[] = []
  const wait = (ms: number) =>
    new Promise<void>((end) => {
      waits.push({ ms, end })
    })
  const shown = vi.fn(async () => 'signature')
  const confirm = { request: shown as never }
  const { request: ask } = withHeadStart(confirm, { open, wait })
  const answer = ask({ request, ui: {}, run: async () => 'signature' })
  return { answer, open, waits, shown }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('withHeadStart', () => {
  test('a wallet that opens soon is asked as soon as it is open', async () => {
    const { answer, open } = setup(Promise.resolve())

    expect(await answer).toBe('signature')
    expect(open).toHaveBeenCalledWith('0x1')
  })

  test('a wallet that takes longer is shown after 150 ms', async () => {
    const { answer, waits, shown } = setup()
    await settle()
    expect(shown).not.toHaveBeenCalled()
    expect(waits.map(({ ms }) => ms)).toEqual([150])
    waits[0]?.end()

    expect(await answer).toBe('signature')
  })

  test('a wallet that fails to open is left to the screen', async () => {
    const { answer } = setup(Promise.reject(new Error('no frame')))

    expect(await answer).toBe('signature')
  })
})
