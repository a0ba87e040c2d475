import { describe, expect, test } from 'vitest'
import type { RootRecord } from '../../db/wallet-roots.js'
import { checkRecovery } from './recovery-method.js'

const present = { method: 'icloud', locator: 'record-1' } as const
/** A root with its recovery in iCloud, as far as the check reads it. */
const root = {
  recovery_method: present.method,
  recovery_locator: present.locator,
} as unknown as RootRecord
const check = (requested: Parameters<typeof checkRecovery>[0]) =>
  checkRecovery(requested, {
    root,
    app: {
      settings: { embedded_wallet_config: { user_owned_recovery_options: ['icloud'] } },
    } as unknown as Parameters<typeof checkRecovery>[1]['app'],
    session: { requireRecentLogin: () => undefined },
    wasProven: async () => true,
  })

describe('checkRecovery', () => {
  test('a further device has the recovery of the root', async () => {
    await expect(check(present)).resolves.toBeUndefined()
  })

  test('a new secret has a name of its own', async () => {
    const changed = { ...present, locator: 'record-2', replaces: 'icloud' }
    await expect(check(changed)).resolves.toBeUndefined()
  })

  test('error: a new secret under the name of the one it replaces, which would go on to restore the wallet', async () => {
    const changed = { ...present, replaces: 'icloud' }
    await expect(check(changed)).rejects.toMatchObject({ code: 'invalid_data' })
  })
})
