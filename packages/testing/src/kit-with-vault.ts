import { alarmRefusedRows } from '@sallyport/server'
import { createTestKit, type TestKit, type TestKitOptions } from './kit.js'
import { createTestVault, type TestVault, type TestVaultOptions } from './test-vault.js'

/** The real server with the real vault, both with the kit's clock; `close` stops them. */
export async function createKitWithVault(
  options: TestKitOptions = {},
  vaultConfig: TestVaultOptions['config'] = {},
  more: Pick<TestVaultOptions, 'mailer'> = {},
): Promise<{ kit: TestKit; vault: TestVault; close(): Promise<void> }> {
  let started: TestVault | undefined
  const kit = await createTestKit({
    ...options,
    deps: {
      ...options.deps,
      vault: {
        call: (name, input) => {
          if (started === undefined) throw new Error('The vault has not started')
          return alarmRefusedRows(started, kit.deps).call(name, input)
        },
      },
    },
  })
  const vault = await createTestVault({
    databaseUrl: kit.databaseUrl,
    clock: kit.clock,
    config: vaultConfig,
    ...more,
  })
  started = vault
  return {
    kit,
    vault,
    close: async () => {
      await vault.close()
      await kit.close()
    },
  }
}
