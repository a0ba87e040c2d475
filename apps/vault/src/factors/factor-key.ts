import { randomBytes, type webcrypto } from 'node:crypto'
import type { RecordCipher } from '@sallyport/crypto'
import { ConfigError } from '@sallyport/process'
import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, importSPKI } from 'jose'
import type { VaultDatabase } from '../database.js'

/** What the vault signs its statements about factors with, and hashes recovery codes under. */
export interface FactorKey {
  /** SPKI PEM, for the API. */
  publicKeyPem: string
  publicKey: webcrypto.CryptoKey
  privateKey: webcrypto.CryptoKey
  pepper: Uint8Array
}

/** Where a part of the key is. */
export const factorKeyPlace = (column: string) => ({ table: 'factor_key', column, row: ['1'] })

/**
 * Loads the key. The first start creates it; vaults that start at the same time agree on one.
 *
 * @throws ConfigError when it was wrapped by another key-encryption key.
 */
export async function loadFactorKey(db: VaultDatabase, cipher: RecordCipher): Promise<FactorKey> {
  const stored = await readRow(db)
  if (stored) return unwrap(stored, cipher)
  await insertNewKey(db, cipher)
  const winner = await readRow(db)
  if (!winner) throw new Error('The factor key was removed while the vault started')
  return unwrap(winner, cipher)
}

async function insertNewKey(db: VaultDatabase, cipher: RecordCipher): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const pkcs8 = new TextEncoder().encode(await exportPKCS8(privateKey))
  const pepper = randomBytes(32)
  try {
    await db
      .insertInto('factor_key')
      .values({
        id: 1,
        public_key: await exportSPKI(publicKey),
        wrapped_private_key: Buffer.from(
          await cipher.seal(pkcs8, factorKeyPlace('wrapped_private_key')),
        ),
        wrapped_pepper: Buffer.from(await cipher.seal(pepper, factorKeyPlace('wrapped_pepper'))),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  } finally {
    pkcs8.fill(0)
    pepper.fill(0)
  }
}

function readRow(db: VaultDatabase) {
  return db.selectFrom('factor_key').selectAll().executeTakeFirst()
}

async function unwrap(
  row: NonNullable<Awaited<ReturnType<typeof readRow>>>,
  cipher: RecordCipher,
): Promise<FactorKey> {
  const open = (column: 'wrapped_private_key' | 'wrapped_pepper') =>
    cipher.open(new Uint8Array(row[column]), factorKeyPlace(column)).catch((cause: unknown) => {
      throw new ConfigError(
        ['SALLYPORT_VAULT_KEK is not the key this database was created with.'],
        { cause },
      )
    })
  const pkcs8 = await open('wrapped_private_key')
  try {
    return {
      publicKeyPem: row.public_key,
      publicKey: await importSPKI(row.public_key, 'ES256'),
      privateKey: await importPKCS8(new TextDecoder().decode(pkcs8), 'ES256'),
      pepper: await open('wrapped_pepper'),
    }
  } finally {
    pkcs8.fill(0)
  }
}
