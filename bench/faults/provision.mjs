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
import { provisionRoles } from '../../packages/keyholder/dist/index.js'
import { createAuthorizationKey } from '../../packages/testing/dist/delegated-wallet.js'

/** The roles and schemas of the vault and the signer: their databases, and the function that takes them away. */
export async function provisionSigners(databaseUrl) {
  const suffix = randomBytes(4).toString('hex')
  const roles = {
    apiRole: `faults_api_${suffix}`,
    vaultRole: `faults_vault_${suffix}`,
    signerRole: `faults_signer_${suffix}`,
  }
  const asAdmin = async (work) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  const passwords = { apiPassword: suffix, vaultPassword: suffix, signerPassword: suffix }
  await asAdmin((client) => provisionRoles(client, { ...roles, ...passwords }))
  const urlOf = (username) =>
    Object.assign(new URL(databaseUrl), { username, password: suffix }).href
  const drop = () =>
    asAdmin(async (client) => {
      for (const role of Object.values(roles)) {
        await client.query(`drop owned by ${role} cascade`)
        await client.query(`drop role ${role}`)
      }
    })
  return { vaultUrl: urlOf(roles.vaultRole), signerUrl: urlOf(roles.signerRole), drop }
}

/** The API's tables and an app in them, whose back end signs with wallets that users delegate to it. */
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
    const authorizationKey = createAuthorizationKey()
    const app = await createApp(deps, {
      name: 'Acme',
      environment: 'development',
      settings: {
        mfa_methods: ['totp'],
        embedded_wallet_config: {
          ...defaultSettings('Acme', 'development').embedded_wallet_config,
          user_owned_recovery_options: ['icloud'],
        },
      },
      privateSettings: {
        delegated_actions: {
          authorization_keys: [authorizationKey.spki],
          threshold: 1,
          policy: { version: 1, messages: true, typedData: false, transactions: null },
        },
      },
    })
    return { ...app, authorizationKey }
  } finally {
    await db.destroy()
  }
}
