import { api } from '@sallyport/contract'
import { createInhabitant, createKitWithVault, recoverBody } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: Awaited<ReturnType<typeof createKitWithVault>>
beforeAll(async () => {
  world = await createKitWithVault()
})
afterAll(() => world.close())

test.each([
  ['a record', sql`update sallyport_vault.recovery_key set created_at_ms = created_at_ms - 1`],
  ['the counters', sql`update sallyport_vault.release_log set version = version + 1`],
])(
  'T-29: a thief who changes %s of the vault gets no recovery key, and operators are alarmed once a minute',
  async (_name, change) => {
    const { kit, vault } = world
    kit.clock.advance(60_000)
    const email = `ada-${kit.clock.nowMs()}@example.com`
    const ada = await createInhabitant(kit, { email, vaultPublicKey: vault.publicKey })
    const recover = async () => {
      const { body } = await recoverBody(ada.device, ada.frame)
      const input = { params: ada.params, body }
      return (await kit.call(api.embeddedWallet.recover, input, ada.frame)).status
    }
    expect(await recover()).toBe(200)
    await change.execute(kit.db)
    const before = await alarms()

    expect([await recover(), await recover()]).toEqual([503, 503])

    expect(await alarms()).toBe(before + 1)
    const counted = /sallyport_alarms_total\{alarm="vault_row_refused"\} \d+/
    expect(await kit.deps.metrics.render()).toMatch(counted)
  },
)

async function alarms(): Promise<number> {
  const { db, appId } = world.kit
  const rows = await db
    .selectFrom('audit_event')
    .select('data')
    .where('app_id', '=', appId)
    .where('kind', '=', 'alarm_raised')
    .execute()
  return rows.filter(({ data }) => data.alarm === 'vault_row_refused').length
}
