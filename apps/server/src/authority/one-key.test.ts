import { createHmac, randomBytes, webcrypto } from 'node:crypto'
import { api } from '@sallyport/contract'
import { combineShares, createRecordCipher, readShareHeader } from '@sallyport/crypto'
import {
  authOrigin,
  createInhabitant,
  createKitWithVault,
  createTestDevice,
  dumpTables,
  type Inhabitant,
  recoverBody,
  type TestKit,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { secretContext } from '../apps/app.js'
import { openSigningKey } from '../apps/token-keys.js'
import { aesKeyEncryption, type KeyEncryption } from '../ports/key-encryption.js'
import { systemRandom } from '../ports/random.js'
import { walletGrant } from '../session/wallet-grant.js'
import { signAccessToken } from '../tokens/access-token.js'

/*
 * The thief of P3 and P4 has a copy of both databases, from before and after Ada's logins, one key or none, and a machine that
 * reaches the server. He opens what the copy holds and calls the server with what he finds.
 */
type World = Awaited<ReturnType<typeof createWorld>>
const botToken = `7${'1'.repeat(9)}:${'a'.repeat(35)}`
const vaultKey = randomBytes(32)
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

/** A deployment with Ada, whose session is open, and a code on its way to her. */
async function createWorld(keks: TestKit['deps']['config']['keks']) {
  const started = await createKitWithVault(
    { config: { keks }, app: { privateSettings: { telegram_bot_token: botToken } } },
    { keks: [vaultKey], releasesPerMinute: 1_000, releasesPerWalletPerDay: 1_000 },
  )
  closing.push(started.close)
  const { kit, vault } = started
  const email = 'ada@example.com'
  const ada = await createInhabitant(kit, { email, vaultPublicKey: vault.publicKey })
  await kit.call(api.email.init, { body: { email } })
  return { kit, ada, code: kit.mailbox.codeFor(email) }
}

interface Opened {
  /** Shares in clear, by their roles. */
  shares: Map<string, Uint8Array>
  /** Whether he can sign the app's access tokens. */
  token: boolean
  /** Whether he recognizes a mailed code among a million. */
  code: boolean
  /** Whether he can sign logins by the app's bot. */
  bot: boolean
  /** Whether a call of the frame's routes restored Ada's wallet. */
  recovered: boolean
  /** The root, from shares of the copy alone. */
  entropy: Uint8Array | undefined
}

async function steal({ kit, ada, code }: World, key: Uint8Array | undefined): Promise<Opened> {
  const own = key ?? randomBytes(32)
  const keys = aesKeyEncryption({ shares: [own], tokens: [own] }, systemRandom)
  const shares = await openShares(kit, { keys, own })
  const token = await signToken({ kit, ada }, keys)
  const grant = walletGrant(keys.logins, await sessionOf(kit, ada), undefined)
  const [auth, recovery] = [shares.get('auth'), shares.get('recovery')]
  return {
    shares,
    token: token !== undefined,
    code: await recognizesCode(kit, { keys, code }),
    bot: await opensBotToken(kit, keys),
    recovered: await recover({ kit, ada }, { token: token ?? '', grant }),
    entropy: auth && recovery ? await combineShares(auth, recovery, ada.device) : undefined,
  }
}

async function openShares(
  { db }: TestKit,
  { keys, own }: { keys: KeyEncryption; own: Uint8Array },
): Promise<Map<string, Uint8Array>> {
  const opened = new Map<string, Uint8Array>()
  const keep = (share: Uint8Array) => opened.set(readShareHeader(share).role, share)
  const cipher = createRecordCipher({
    keys: [own],
    keyIdInfo: 'sallyport/vault/key-id/v1',
    webCrypto: webcrypto,
  })
  const { rows: generations } = await sql<
    Record<'app_id' | 'user_id' | 'wallet_id' | 'id', string> & {
      auth_share: Buffer
      recovery: Buffer
      key_id: string
    }
  >`
    select app_id, user_id, wallet_id, generation_id as id, auth_share,
      encrypted_recovery_share as recovery, recovery_key_id as key_id from share_generation`.execute(
    db,
  )
  for (const { app_id, user_id, wallet_id, id, auth_share, recovery, key_id } of generations) {
    const place = JSON.stringify(['share_generation', 'auth_share', app_id, user_id, wallet_id, id])
    const auth = attempt(() => keys.shares.open(auth_share, place))
    if (auth !== undefined) keep(auth)
    const { rows } = await sql<{ record: Buffer; at: string; user: string }>`
      select record, created_at_ms as at, user_id as "user" from sallyport_vault.recovery_key where key_id = ${key_id}`.execute(
      db,
    )
    for (const { record, at, user } of rows) {
      const row = [app_id, user, wallet_id, key_id, String(at)]
      const stored = { table: 'recovery_key', column: 'record', row }
      const recoveryKey = await cipher.open(new Uint8Array(record), stored).catch(() => undefined)
      if (recoveryKey) keep(await decryptShare(recovery, recoveryKey))
    }
  }
  return opened
}

async function decryptShare(sealed: Uint8Array, recoveryKey: Uint8Array): Promise<Uint8Array> {
  const name = 'AES-GCM'
  // The commitment to the root follows the key.
  const raw = Uint8Array.from(recoveryKey.subarray(0, 32))
  const key = await webcrypto.subtle.importKey('raw', raw, name, false, ['decrypt'])
  const iv = Uint8Array.from(sealed.subarray(0, 12))
  const share = await webcrypto.subtle.decrypt(
    { name, iv },
    key,
    Uint8Array.from(sealed.subarray(12)),
  )
  return new Uint8Array(share)
}

async function signToken(
  { kit, ada }: Pick<World, 'kit' | 'ada'>,
  keys: KeyEncryption,
): Promise<string | undefined> {
  const { appId, db, clock } = kit
  const { signing_key } = await db
    .selectFrom('app')
    .select('signing_key')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow()
  const key = attempt(() => openSigningKey(appId, signing_key, keys))
  if (key === undefined) return undefined
  const issuer = kit.deps.config.tokenIssuer
  return signAccessToken({ ...(await sessionOf(kit, ada)), key, issuer, nowMs: clock.nowMs() })
}

/** Ada's session as the copy names it. */
async function sessionOf({ appId, db }: TestKit, ada: Inhabitant) {
  const userId = ada.session.user.id.slice('did:privy:'.length)
  const { id: sessionId } = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { appId, userId, sessionId }
}

async function recover(
  { kit, ada }: Pick<World, 'kit' | 'ada'>,
  { token, grant }: { token: string; grant: string },
): Promise<boolean> {
  const { sessionId } = await sessionOf(kit, ada)
  const { appId, userId, apiPublicKey, walletId, entropy } = ada.device
  const own = await createTestDevice({ appId, userId, apiPublicKey }, { walletId, entropy })
  const { body } = await recoverBody(own, { token })
  const cookie = `__Host-sallyport-wallet-${sessionId}=${grant}`
  const thief = { token, origin: authOrigin, headers: { cookie } }
  const answer = await kit.call(api.embeddedWallet.recover, { params: ada.params, body }, thief)
  return answer.status === 200
}

async function recognizesCode(
  { db, appId, clock }: TestKit,
  { keys, code }: { keys: KeyEncryption; code: string },
): Promise<boolean> {
  const window = Math.floor(clock.nowMs() / 600_000)
  const text = [appId, 'email', 'login', 'ada@example.com', '', window, code].join('\n')
  const { rows } = await sql<{ code_hash: Buffer }>`
    select code_hash from one_time_code where used_at is null`.execute(db)
  const guesses = [keys, keys.shares, keys.logins].map((ring) =>
    createHmac('sha256', ring.derive('one-time-code')).update(text).digest('hex'),
  )
  return rows.some(({ code_hash }) => guesses.includes(code_hash.toString('hex')))
}

async function opensBotToken({ db, appId }: TestKit, keys: KeyEncryption): Promise<boolean> {
  const { rows } = await sql<{ sealed: string }>`
    select secrets->>'telegram_bot_token' as sealed from app where id = ${appId}`.execute(db)
  const sealed = Buffer.from(rows[0]?.sealed ?? '', 'base64')
  const context = secretContext(appId, 'telegram_bot_token')
  return [keys, keys.shares, keys.logins].some(
    (ring) => Buffer.from(attempt(() => ring.open(sealed, context)) ?? []).toString() === botToken,
  )
}

function attempt<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

const nothing = { token: false, code: false, bot: false, recovered: false, entropy: undefined }

describe('a copy of both databases', () => {
  const [shares, tokens] = [randomBytes(32), randomBytes(32)]
  let world: World | undefined
  const theWorld = async () => {
    world ??= await createWorld({ shares: [shares], tokens: [tokens] })
    return world
  }

  test('P3: opens nothing without a key, and what is in it is accepted as no token', async () => {
    const { kit, ...rest } = await theWorld()
    const opened = await steal({ kit, ...rest }, undefined)
    expect(opened).toEqual({ ...nothing, shares: new Map() })

    const copy = await dumpTables(kit.db)
    const values = new Set(copy.match(/[\w-]{40,}/g)?.map((text) => text.replace(/^x/, '')))
    expect(values.size).toBeGreaterThan(20)
    for (const text of [...values].slice(0, 200)) {
      const forms = [text, Buffer.from(text, 'hex').toString('base64url')]
      for (const refresh_token of forms.filter((form) => form !== '')) {
        const answer = await kit.call(api.session.refresh, { body: { refresh_token } })
        expect([400, 401]).toContain(answer.status)
      }
    }
  })

  test('P4: and the key of the shares: one share of three, no token, no code, no wallet', async () => {
    const opened = await steal(await theWorld(), shares)
    expect([...opened.shares.keys()]).toEqual(['auth'])
    expect(opened).toMatchObject(nothing)
  })

  test('P4 T-05: and the token key: no share, no token, no code, no wallet', async () => {
    const opened = await steal(await theWorld(), tokens)
    expect(opened).toEqual({ ...nothing, shares: new Map() })
  })

  test('P4: and the vault’s key: one share of three, no token, no code, no wallet', async () => {
    const opened = await steal(await theWorld(), vaultKey)
    expect([...opened.shares.keys()]).toEqual(['recovery'])
    expect(opened).toMatchObject(nothing)
  })

  test('the attack of T-05 works where one key is both: it signs tokens, reads codes and restores the wallet', async () => {
    const opened = await steal(await createWorld({ shares: [shares], tokens: [shares] }), shares)
    expect(opened).toMatchObject({ token: true, code: true, bot: true, recovered: true })
  })

  test('where the vault and the API share a key, the copy and that key are the root', async () => {
    const world = await createWorld({ shares: [vaultKey], tokens: [tokens] })
    const opened = await steal(world, vaultKey)
    expect([...opened.shares.keys()].sort()).toEqual(['auth', 'recovery'])
    expect(opened.entropy).toEqual(world.ada.device.entropy)
  })
})
