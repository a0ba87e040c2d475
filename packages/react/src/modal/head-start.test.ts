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

function setup(opening: { connected?: boolean; connect?: Promise<void> }) {
  const { connected = false, connect: opened = never } = opening
  const connect = vi.fn(() => opened)
  const waits: { ms: number; end: () => void }[] = []
  const wait = (ms: number) =>
    new Promise<void>((end) => {
      waits.push({ ms, end })
    })
  const shown = vi.fn(async () => 'signature')
  const confirm = { request: shown as never }
  const { request: ask } = withHeadStart(confirm, { isConnected: () => connected, connect, wait })
  const answer = ask({ request, ui: {}, run: async () => 'signature' })
  return { answer, connect, waits, shown }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('withHeadStart', () => {
  test('a wallet that is open is asked at once', async () => {
    const { answer, connect, shown } = setup({ connected: true })

    expect(shown).toHaveBeenCalledTimes(1)
    expect(await answer).toBe('signature')
    expect(connect).not.toHaveBeenCalled()
  })

  test('a wallet that opens soon is asked as soon as it is open', async () => {
    const { answer, connect } = setup({ connect: Promise.resolve() })

    expect(await answer).toBe('signature')
    expect(connect).toHaveBeenCalledWith('0x1')
  })

  test('a wallet that takes longer is shown after 150 ms', async () => {
    const { answer, waits, shown } = setup({})
    await settle()
    expect(shown).not.toHaveBeenCalled()
    expect(waits.map(({ ms }) => ms)).toEqual([150])
    waits[0]?.end()

    expect(await answer).toBe('signature')
  })

  test('a wallet that fails to open is left to the screen', async () => {
    const { answer } = setup({ connect: Promise.reject(new Error('no frame')) })

    expect(await answer).toBe('signature')
  })
})
