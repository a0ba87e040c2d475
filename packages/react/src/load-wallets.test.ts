import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Kit } from './kit.js'

const offer = vi.hoisted(() => vi.fn())

/** A fresh copy of the loader whose code arrives as `answers` say, one for each try. */
async function loader(...answers: ('lost' | 'here')[]) {
  vi.resetModules()
  vi.doMock('./wallets.js', () => {
    if (answers.shift() === 'lost') throw new TypeError('Failed to fetch')
    return { offer }
  })
  return import('./load-wallets.js')
}

function setup() {
  const listeners = new Set<() => void>()
  const waits: (() => void)[] = []
  const client = {
    state: { status: 'loading' },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    environment: { clock: { wait: () => new Promise<void>((end) => waits.push(end)) } },
  }
  const change = (status: string) => {
    client.state = { status }
    for (const listener of [...listeners]) listener()
  }
  const settle = async () => {
    for (const end of waits.splice(0)) end()
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
  // The parts of a kit that are used here.
  return { kit: { client } as unknown as Kit, change, settle, waits }
}

beforeEach(() => {
  offer.mockReset()
  offer.mockReturnValue(() => undefined)
})

describe('loadWallets', () => {
  test('error: code that cannot be loaded is reported as offline, and loaded again by the next call', async () => {
    const { loadWallets } = await loader('lost', 'here')

    await expect(loadWallets()).rejects.toMatchObject({ name: 'ClientError', code: 'offline' })
    expect(await loadWallets()).toMatchObject({ offer })
  })
})

describe('offerWhenReady', () => {
  test('offers the wallets once the client is ready, and once only', async () => {
    const { offerWhenReady } = await loader('here')
    const { kit, change, settle, waits } = setup()
    offerWhenReady(kit)
    expect(waits).toHaveLength(0)

    change('ready')
    change('degraded')
    await settle()
    change('ready')
    await settle()

    expect(offer.mock.calls).toEqual([[kit]])
  })

  test('offers them at once to a client that is ready already', async () => {
    const { offerWhenReady } = await loader('here')
    const { kit, change, settle } = setup()
    change('ready')

    offerWhenReady(kit)
    await settle()

    expect(offer).toHaveBeenCalledTimes(1)
  })

  test('tries again at the next change when the code did not arrive', async () => {
    const { offerWhenReady } = await loader('lost', 'here')
    const { kit, change, settle } = setup()
    offerWhenReady(kit)
    change('offline')
    await settle()
    expect(offer).not.toHaveBeenCalled()

    change('ready')
    await settle()

    expect(offer).toHaveBeenCalledTimes(1)
  })

  test('stopping ends the offer, also one that is still on its way', async () => {
    const { offerWhenReady } = await loader('here')
    const { kit, change, settle } = setup()
    const ended = vi.fn()
    offer.mockReturnValue(ended)
    change('ready')
    const stop = offerWhenReady(kit)
    await settle()
    offerWhenReady(kit)()
    await settle()
    expect(offer).toHaveBeenCalledTimes(1)

    stop()

    expect(ended).toHaveBeenCalledTimes(1)
  })
})
