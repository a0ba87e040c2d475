import { ownVersion } from '@sallyport/process'
import { createSchemaMigrator, migrateSchema } from '@sallyport/process/upgrades'
import type { Migration, Migrator } from 'kysely'
import type { HashKey } from '../authority/keyed-hash.js'
import { apiSchema, type Db } from './connect.js'
import { accounts } from './migrations/0001-accounts.js'
import { custody } from './migrations/0002-custody.js'
import { readBack } from './migrations/0003-read-back.js'
import { rootProofs } from './migrations/0004-root-proofs.js'
import { fewerWrites } from './migrations/0005-fewer-writes.js'
import { oneIndexEach } from './migrations/0006-one-index-each.js'
import { solanaPublicKeys } from './migrations/0007-solana-public-keys.js'
import { retiredApps } from './migrations/0008-retired-apps.js'
import { oneSignIn } from './migrations/0009-one-sign-in.js'
import { linking } from './migrations/0010-linking.js'
import { oauth } from './migrations/0011-oauth.js'
import { walletNonces } from './migrations/0012-wallet-nonces.js'
import { passkeys } from './migrations/0013-passkeys.js'
import { farcaster } from './migrations/0014-farcaster.js'
import { privateSettings } from './migrations/0014-private-settings.js'
import { appRules } from './migrations/0015-app-rules.js'
import { loginLinks } from './migrations/0016-login-links.js'
import { farcasterSigners } from './migrations/0017-farcaster-signers.js'
import { customOAuth } from './migrations/0018-custom-oauth.js'
import { authenticRows } from './migrations/0019-authentic-rows.js'
import { recoveryKeys } from './migrations/0020-recovery-keys.js'
import { factors } from './migrations/0021-factors.js'
import { audit } from './migrations/0022-audit.js'
import { keyRotation } from './migrations/0023-key-rotation.js'
import { moreAuthenticRows } from './migrations/0026-more-authentic-rows.js'
import { endedDevices } from './migrations/0029-ended-devices.js'
import { custodyKeys } from './migrations/0032-custody-keys.js'
import { vaultContacts } from './migrations/0034-vault-contacts.js'
import { recoveryOAuth } from './migrations/0037-recovery-oauth.js'
import { recoveryMethods } from './migrations/0040-recovery-methods.js'
import { recoveryAccounts } from './migrations/0041-recovery-accounts.js'
import { delegations } from './migrations/0043-delegations.js'
import { crossApp } from './migrations/0050-cross-app.js'
import { providerContacts } from './migrations/0051-provider-contacts.js'
import { openConsents } from './migrations/0054-open-consents.js'
import { idempotentRequests } from './migrations/0055-idempotent-requests.js'
import { moreMacs } from './migrations/0056-more-macs.js'
import { noticeDigests } from './migrations/0057-notice-digests.js'
import { authenticAges } from './migrations/0058-authentic-ages.js'
import { accountUndo } from './migrations/0059-account-undo.js'
import { serverWallets } from './migrations/0060-server-wallets.js'
import { delegationPolicies } from './migrations/0061-delegation-policies.js'
import { walletSends } from './migrations/0062-wallet-sends.js'
import { intentProgress } from './migrations/0063-intent-progress.js'
import { webhooks } from './migrations/0064-webhooks.js'
import { programGrants } from './migrations/0065-program-grants.js'
import { leases } from './migrations/0067-leases.js'
import { userLocale } from './migrations/0068-user-locale.js'
import { DatabaseUnavailable } from './unavailable.js'

/** Every migration by name; they run in the order of their names. */
const migrationsWith = (key: HashKey | undefined): Record<string, Migration> => ({
  '0001-accounts': accounts,
  '0002-custody': custody,
  '0003-read-back': readBack,
  '0004-root-proofs': rootProofs,
  '0005-fewer-writes': fewerWrites,
  '0006-one-index-each': oneIndexEach,
  '0007-solana-public-keys': solanaPublicKeys,
  '0008-retired-apps': retiredApps,
  '0009-one-sign-in': oneSignIn,
  '0010-linking': linking,
  '0011-oauth': oauth,
  '0012-wallet-nonces': walletNonces,
  '0013-passkeys': passkeys,
  '0014-farcaster': farcaster,
  '0014-private-settings': privateSettings,
  '0015-app-rules': appRules,
  '0016-login-links': loginLinks,
  '0017-farcaster-signers': farcasterSigners,
  '0018-custom-oauth': customOAuth,
  '0019-authentic-rows': authenticRows(key),
  '0020-recovery-keys': recoveryKeys,
  '0021-factors': factors,
  '0022-audit': audit,
  '0023-key-rotation': keyRotation,
  '0026-more-authentic-rows': moreAuthenticRows(key),
  '0029-ended-devices': endedDevices,
  '0032-custody-keys': custodyKeys,
  '0034-vault-contacts': vaultContacts,
  '0037-recovery-oauth': recoveryOAuth,
  '0040-recovery-methods': recoveryMethods,
  '0041-recovery-accounts': recoveryAccounts,
  '0043-delegations': delegations,
  '0050-cross-app': crossApp,
  '0051-provider-contacts': providerContacts,
  '0054-open-consents': openConsents,
  '0055-idempotent-requests': idempotentRequests,
  '0056-more-macs': moreMacs(key),
  '0057-notice-digests': noticeDigests,
  '0058-authentic-ages': authenticAges(key),
  '0059-account-undo': accountUndo,
  '0060-server-wallets': serverWallets,
  '0061-delegation-policies': delegationPolicies,
  '0062-wallet-sends': walletSends,
  '0063-intent-progress': intentProgress,
  '0064-webhooks': webhooks,
  '0065-program-grants': programGrants,
  '0067-leases': leases,
  '0068-user-locale': userLocale,
})

const version = ownVersion(new URL('../../package.json', import.meta.url))

const steps = (key: HashKey | undefined) =>
  ({ schema: apiSchema, migrations: migrationsWith(key), allowUnorderedMigrations: true }) as const

/** Runs the migrations; `migrate` is what programs call. */
export const createMigrator = (db: Db, key?: HashKey): Promise<Migrator> =>
  createSchemaMigrator(db, steps(key))

/** Postgres' reasons (SQLSTATE) that an operator can do something about. */
const knownReasons: Readonly<Record<string, string>> = {
  '42501': 'its role does not own the tables; run npm run migrate first',
  '55P03': 'a table stayed locked for five seconds; nothing is changed, run it again',
}

/**
 * Brings the database to the newest schema; safe when two servers boot together (the migrator takes a lock).
 *
 * @param key  of the deployment; needed by an upgrade of a database with users.
 * @throws Error when a migration would break older APIs that run; with the failed migration's name, and the reason or Postgres' code (SQLSTATE).
 */
export async function migrate(db: Db, key?: HashKey): Promise<void> {
  const { error, results } = await migrateSchema(db, { ...steps(key), version })
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(
    `The database could not be migrated (${failed ?? 'before the first step'}): ${reasonOf(error)}`,
    { cause: error },
  )
}

/* Postgres' own sentences can quote values of rows. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  if (error instanceof DatabaseUnavailable && error.cause !== undefined)
    return reasonOf(error.cause)
  if (!('code' in error)) return error.message
  const code = String(error.code)
  return knownReasons[code] ?? `Postgres says ${code}`
}
