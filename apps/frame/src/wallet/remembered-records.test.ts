import { describe, expect, test } from 'vitest'
import type { DeviceRecord } from '../device/device-record.js'
import { createRememberedRecords } from './remembered-records.js'

// Of a record only what tells two readings apart matters here.
const record = (generationId: string, address = '0xabc') =>
  ({ generationId, accounts: [{ chainType: 'ethereum', walletIndex: 0, address }] }) as Pick<
    DeviceRecord,
    'generationId' | 'accounts'
  > as DeviceRecord
const missing = new Error('not on this device')

function setup() {
  const { use, clear } = createRememberedRecords()
  const used: string[] = []
  const sign = (stored: Promise<DeviceRecord>, outcome: () => Promise<unknown> = async () => 1) =>
    use('ada', {
      read: () => stored,
      use: async (given) => {
        used.push(given.generationId)
        await outcome()
        return given.generationId
      },
    })
  return { used, sign, clear }
}

describe('createRememberedRecords', () => {
  const refused = new Error('refused')
  const refuse = () => Promise.reject(refused)

  test('reads the store once', async () => {
    const { used, sign } = setup()
    await sign(Promise.resolve(record('first')))

    expect(await sign(new Promise(() => undefined))).toBe('first')
    expect(used).toEqual(['first', 'first'])
  })

  test('tries what another tab has stored when the record fails', async () => {
    const { used, sign } = setup()
    await sign(Promise.resolve(record('first')))
    const once = (generationId: string) => async () => {
      if (used.at(-1) !== generationId) throw refused
    }

    expect(await sign(Promise.resolve(record('second')), once('second'))).toBe('second')
    expect(used).toEqual(['first', 'first', 'second'])
    expect(await sign(Promise.resolve(record('second')))).toBe('second')
    expect(used.at(-1)).toBe('second')
  })

  test('error: says what the store says when it has the record no more', async () => {
    const { sign, used } = setup()
    await sign(Promise.resolve(record('first')))

    await expect(sign(Promise.reject(missing), refuse)).rejects.toBe(missing)
    await expect(sign(Promise.reject(missing), refuse)).rejects.toBe(missing)
    expect(used).toEqual(['first', 'first'])
  })

  test('error: passes on what went wrong with the stored record, once', async () => {
    const { sign, used } = setup()
    await sign(Promise.resolve(record('first')))

    await expect(sign(Promise.resolve(record('first')), refuse)).rejects.toBe(refused)
    expect(used).toEqual(['first', 'first'])
  })

  test('error: begins with the store again after a failure', async () => {
    const { sign } = setup()
    await sign(Promise.resolve(record('first')))
    await expect(sign(Promise.resolve(record('first')), refuse)).rejects.toBe(refused)

    expect(await sign(Promise.resolve(record('second')))).toBe('second')
  })

  test('begins with nothing after a logout', async () => {
    const { sign, used, clear } = setup()
    await sign(Promise.resolve(record('first')))
    clear()

    await expect(sign(Promise.reject(missing))).rejects.toBe(missing)
    expect(used).toEqual(['first'])
  })
})
