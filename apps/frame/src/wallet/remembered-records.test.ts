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
  test('begins with the record of the last time while the store is read', async () => {
    const { used, sign } = setup()
    await sign(Promise.resolve(record('first')))
    let answer: (stored: DeviceRecord) => void = () => undefined
    const second = sign(new Promise((resolve) => (answer = resolve)))
    await Promise.resolve()

    expect(used).toEqual(['first', 'first'])
    answer(record('first'))
    expect(await second).toBe('first')
    expect(used).toHaveLength(2)
  })

  test('does it again with what the store answers when that is another record', async () => {
    const { used, sign } = setup()
    await sign(Promise.resolve(record('first')))

    expect(await sign(Promise.resolve(record('second')))).toBe('second')
    expect(await sign(Promise.resolve(record('second', '0xdef')))).toBe('second')
    expect(used).toEqual(['first', 'first', 'second', 'second', 'second'])
  })

  test('error: gives nothing out when the store has the record no more', async () => {
    const { sign, used } = setup()
    await sign(Promise.resolve(record('first')))

    await expect(sign(Promise.reject(missing))).rejects.toBe(missing)
    await expect(sign(Promise.reject(missing))).rejects.toBe(missing)
    expect(used).toEqual(['first', 'first'])
  })

  test('error: passes on what went wrong with the stored record, once', async () => {
    const { sign, used } = setup()
    await sign(Promise.resolve(record('first')))
    const refused = new Error('refused')

    await expect(
      sign(Promise.resolve(record('first')), () => Promise.reject(refused)),
    ).rejects.toBe(refused)
    expect(used).toEqual(['first', 'first'])
  })

  test('begins with nothing after a logout', async () => {
    const { sign, used, clear } = setup()
    await sign(Promise.resolve(record('first')))
    clear()

    await expect(sign(Promise.reject(missing))).rejects.toBe(missing)
    expect(used).toEqual(['first'])
  })
})
