import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { defaultSettings } from '../../apps/server/dist/apps/defaults.js'
import {
  aesKeyEncryption,
  connectDb,
  createApp,
  migrate,
  systemClock,
  systemRandom,
} from '../../apps/server/dist/index.js'
import { provisionRoles } from '../../apps/signer/dist/index.js'

/** The vault's role and schema: its database, and the function that takes both away. */
export async function provisionVault(databaseUrl) {
  const suffix = randomBytes(4).toString('hex')
  const roles = { apiRole: `faults_api_${suffix}`, vaultRole: `faults_vault_${suffix}` }
  const asAdmin = async (work) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  const passwords = { apiPassword: suffix, vaultPassword: suffix }
  await asAdmin((client) => provisionRoles(client, { ...roles, ...passwords }))
  const url = new URL(databaseUrl)
  url.username = roles.vaultRole
  url.password = suffix
  const drop = () =>
    asAdmin(async (client) => {
      for (const role of Object.values(roles)) {
        await client.query(`drop owned by ${role} cascade`)
        await client.query(`drop role ${role}`)
      }
    })
  return { url: url.href, drop }
}

/** The API's tables and an app in them. */
export async function provisionApp(databaseUrl, keks) {
  const db = connectDb({ url: databaseUrl, poolSize: 1 })
  try {
    await migrate(db)
    const keyEncryption = aesKeyEncryption(keks, systemRandom)
    const deps = {
      db,
      keyEncryption,
      clock: systemClock,
      random: systemRandom,
      environment: 'development',
    }
    return await createApp(deps, {
      name: 'Acme',
      environment: 'development',
      settings: {
        mfa_methods: ['totp'],
        embedded_wallet_config: {
          ...defaultSettings('Acme', 'development').embedded_wallet_config,
          user_owned_recovery_options: ['icloud'],
        },
      },
    })
  } finally {
    await db.destroy()
  }
}
