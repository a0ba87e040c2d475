import { generateSealKeyPair, type RecordCipher, toBase64url } from '@sallyport/crypto'
import { ConfigError } from '@sallyport/process'
import type { Kysely } from 'kysely'

/** A program's HPKE key pair, raw; frames seal what is for it to the public half. */
export interface SealKeyPair {
  publicKey: Uint8Array
  privateKey: Uint8Array
}

/** Both programs keep a pair, each in a schema of its own. */
type SealKeyDatabase = Kysely<{
  seal_key: { id: number; public_key: Buffer; wrapped_private_key: Buffer }
}>

/** An uncompressed point of P-256. */
const publicKeyBytes = 65
/** Where the private half is. */
export const sealKeyPlace = { table: 'seal_key', column: 'wrapped_private_key', row: ['1'] }

/**
 * Loads the program's key pair. The first start creates it; programs that start at the same time agree on one.
 *
 * @param kekSetting  The setting of the key-encryption key, for the error.
 * @throws ConfigError when the stored pair was wrapped by another key-encryption key.
 */
export async function loadSealKeyPair(
  db: SealKeyDatabase,
  cipher: RecordCipher,
  kekSetting: string,
): Promise<SealKeyPair> {
  const stored = await readSealKey(db)
  if (stored) return unwrap(stored, { cipher, kekSetting })
  const made = await generateSealKeyPair()
  try {
    const wrapped = await cipher.seal(made.privateKey, sealKeyPlace)
    await db
      .insertInto('seal_key')
      .values({
        id: 1,
        public_key: Buffer.from(made.publicKey),
        wrapped_private_key: Buffer.from(wrapped),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  } finally {
    made.privateKey.fill(0)
  }
  const winner = await readSealKey(db)
  if (!winner) throw new Error('The seal key was removed while the vault started')
  return unwrap(winner, { cipher, kekSetting })
}

function readSealKey(db: SealKeyDatabase) {
  return db.selectFrom('seal_key').select(['public_key', 'wrapped_private_key']).executeTakeFirst()
}

async function unwrap(
  row: { public_key: Buffer; wrapped_private_key: Buffer },
  { cipher, kekSetting }: { cipher: RecordCipher; kekSetting: string },
): Promise<SealKeyPair> {
  const record = new Uint8Array(row.wrapped_private_key)
  const privateKey = await cipher.open(record, sealKeyPlace).catch((cause: unknown) => {
    throw new ConfigError([`${kekSetting} is not the key this database was created with.`], {
      cause,
    })
  })
  // The private half carries the point. The column is bare: frames must never seal to a key that another program wrote there.
  const publicKey = privateKey.slice(privateKey.length - publicKeyBytes)
  if (toBase64url(publicKey) !== row.public_key.toString('base64url')) {
    throw new ConfigError(['The public key in seal_key is not that of the private key beside it.'])
  }
  return { publicKey, privateKey }
}
