import { userIdPrefix } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import type { DeviceStore } from '../device/device-record.js'
import { createMemoryStore } from '../device/memory-store.js'
import { createRig, dataOf, errorOf } from '../testing/rig.js'

const ada = `${userIdPrefix}ada`
const full = () => Promise.reject(new DOMException('The quota is exceeded', 'QuotaExceededError'))
const blocked = () => Promise.reject(new DOMException('Storage is blocked', 'SecurityError'))

/** A store of which some operations fail until they are put right. */
function createFaultyStore(faults: Partial<DeviceStore>) {
  const whole = createMemoryStore()
  const store = { ...whole, ...faults }
  return { store, repair: () => Object.assign(store, whole) }
}

async function setup() {
  const rig = await createRig()
  const accessToken = rig.token(ada)
  const isActive = (root: { generations: Map<string, { isActive: boolean }> }) =>
    [...root.generations.values()].some((each) => each.isActive)
  const activeRoots = () => [...rig.custody.roots.values()].filter(isActive)
  return { rig, accessToken, activeRoots }
}

const rpcOf = (accessToken: string, address: string) => ({
  accessToken,
  address,
  request: { method: 'personal_sign', params: ['hello', address] },
})

describe('storage that fails the frame', () => {
  test.each([
    ['R30: a full disk', { put: full }],
    ['R30: a record that does not reach the disk', { readBack: async () => undefined }],
    ['R28: storage that is blocked while the page is open', { list: blocked }],
  ] as const)('%s: no wallet is shown, and the next attempt makes one', async (_, faults) => {
    const { rig, accessToken, activeRoots } = await setup()
    const { store, repair } = createFaultyStore(faults)
    const page = rig.openPage(store)

    const failed = await page.send('privy:wallet:create', { accessToken })

    expect(errorOf(failed)).toBe('error')
    expect(activeRoots()).toEqual([])
    repair()
    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
    expect(activeRoots().map(({ accounts }) => accounts[0]?.address)).toEqual([address])
  })

  test('R29: a signature after the storage was cleared recovers the same wallet, and makes no second', async () => {
    const { rig, accessToken, activeRoots } = await setup()
    const page = rig.openPage()
    const address = String(dataOf(await page.send('privy:wallet:create', { accessToken })).address)
    const signed = dataOf(await page.send('privy:wallet:rpc', rpcOf(accessToken, address)))

    const cleared = rig.openPage(createMemoryStore())
    const again = dataOf(await cleared.send('privy:wallet:create', { accessToken }))

    expect(again.address).toBe(address)
    expect(dataOf(await cleared.send('privy:wallet:rpc', rpcOf(accessToken, address)))).toEqual(
      signed,
    )
    expect(activeRoots()).toHaveLength(1)
  })

  test('R30: a full disk at a recovery leaves the wallet as it was, and the next attempt recovers it', async () => {
    const { rig, accessToken, activeRoots } = await setup()
    const first = rig.openPage()
    const address = String(dataOf(await first.send('privy:wallet:create', { accessToken })).address)
    const { store, repair } = createFaultyStore({ put: full })
    const page = rig.openPage(store)

    const failed = await page.send('privy:wallet:recover', { accessToken, address })

    expect(errorOf(failed)).toBe('error')
    dataOf(await first.send('privy:wallet:rpc', rpcOf(accessToken, address)))
    repair()
    dataOf(await page.send('privy:wallet:recover', { accessToken, address }))
    dataOf(await page.send('privy:wallet:rpc', rpcOf(accessToken, address)))
    expect(activeRoots()).toHaveLength(1)
  })
})

test('the page is told whether this browser keeps what the wallet needs', async () => {
  const rig = await createRig()
  const persistent: DeviceStore = { ...createMemoryStore(), storage: 'persistent' }

  const kept = await rig.openPage(persistent).send('sallyport:device:kept', {})
  const forgotten = await rig.openPage(createMemoryStore()).send('sallyport:device:kept', {})

  expect([dataOf(kept), dataOf(forgotten)]).toEqual([{ isKept: true }, { isKept: false }])
})
