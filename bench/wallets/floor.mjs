/*
 * The practical limit of the stack for wallets: fastify, pg with prepared statements, and the same curve. A wallet is a recovery phrase
 * under one key, in one row; `WITH_PHRASE=` (empty) makes it a private key. Leaves out what a product needs: two halves and two programs,
 * owners, policies, limits, idempotency, versions of rows, validation and logging.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID, webcrypto } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { signMessage } from '../../packages/crypto/dist/chains/ethereum/index.js'
import { loadChain, newEntropy, seedFromEntropy } from '../../packages/crypto/dist/index.js'
import { answerParent } from '../lib/child.mjs'

const hasPhrase = process.env.WITH_PHRASE !== ''
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const ask = async (name, text, values) => (await pool.query({ name, text, values })).rows[0]
const kek = randomBytes(32)
const chain = await loadChain.ethereum()

function seal(plaintext) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', kek, iv)
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function open(sealed) {
  const cipher = createDecipheriv('aes-256-gcm', kek, sealed.subarray(0, 12))
  cipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()])
}

const keyOf = async (secret) =>
  hasPhrase ? chain.derivePrivateKey(await seedFromEntropy(secret, webcrypto.subtle), 0) : secret

await pool.query(
  'create table wallets (id text primary key, address text not null, secret bytea not null)',
)
const app = fastify()
app.post('/wallets', async () => {
  const secret = hasPhrase ? newEntropy(webcrypto, { bits: 256 }) : randomBytes(32)
  const { address } = chain.address(await keyOf(secret))
  const id = randomUUID()
  await ask('create', 'insert into wallets values ($1, $2, $3)', [id, address, seal(secret)])
  return { id, address, chain_type: 'ethereum' }
})
app.post('/wallets/:id/rpc', async ({ params: { id }, body: { params } }) => {
  const { secret } = await ask('find', 'select secret from wallets where id = $1', [id])
  const message = Buffer.from(params.message)
  return { data: { signature: signMessage(await keyOf(open(secret)), message), encoding: 'hex' } }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
answerParent()
