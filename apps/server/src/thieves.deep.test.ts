import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Session } from '@sallyport/contract'
import {
  asSignedIn,
  authShareBody,
  callThrough,
  canSwitchUser,
  createEthereumWallet,
  fetchThrough,
  hasUserTools,
  installedDebianPostgres,
  type MailServer,
  makeWallet,
  openWallet,
  type ProductionLayout,
  recoverBody,
  startMailServer,
  startProductionLayout,
  startProxy,
  type TestDevice,
  type TestWallet,
  withCookies,
  writeLoginMessage,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * The thieves of docs/trust/threats.md against production: the built API, vault and pages as their users, on Debian's Postgres, behind
 * TLS. What each property is about in full is tested where it is built; here each thief plays once against everything together.
 */

const isPossible = canSwitchUser && hasUserTools() && installedDebianPostgres() !== undefined
const minute = 60_000
const origin = 'https://app.example.com'
const frameOrigin = 'https://auth.example.com'
const jarOf = (name: string) => join(tmpdir(), `thieves-${process.pid}-${name}`)
const jars = { user: jarOf('user'), thief: jarOf('thief'), home: jarOf('home') }

describe.skipIf(!isPossible)(
  'thieves of a production deployment (needs root, useradd, runuser, curl, openssl and Debian’s postgresql)',
  () => {
    let layout: ProductionLayout
    let proxy: number
    let appId: string
    let mail: MailServer
    let user: { email: string; raw: Session; session: ReturnType<typeof asSignedIn> }
    let device: TestDevice

    beforeAll(async () => {
      mail = await startMailServer()
      layout = await startProductionLayout({ smtpPort: mail.port })
      proxy = await startProxy(layout.folder, layout.ports)
      const settings = { allowed_domains: [origin], wallet_auth: true }
      const given = { name: 'Acme', environment: 'production', settings }
      appId = layout.asApi('provision-app', given).appId ?? ''
      user = await logIn('ada@example.com', jars.user)
      device = await makeWallet({ proxy, jar: jars.user }, { appId, session: user.session })
    }, 3 * minute)
    afterAll(async () => {
      await layout?.stop()
      mail.close()
      for (const path of Object.values(jars)) rmSync(path, { force: true })
    }, minute)

    test('the user’s own browser opens the wallet: what follows is not refused for another reason', async () => {
      const own = { proxy, jar: jars.user }
      expect(await openWallet(own, { appId, session: user.session, device })).toEqual([200, 200])
    })

    test('P1: every token, without the browser that logged in, opens no wallet and adds no login', async () => {
      expect(await openAsThief(user.session)).toEqual([400, 400])
      const linked = await link(createEthereumWallet(), { jar: jars.thief, token: user.raw.token })
      expect(linked).toMatchObject({ code: 'missing_or_invalid_wallet_grant' })
    })

    test('P2: a copied refresh token gives the session’s API and no wallet', async () => {
      const call = callThrough({ proxy, jar: jars.thief }, appId)
      const own = await logIn('eve@example.com', jars.home)
      const victim = await makeWallet({ proxy, jar: jars.home }, { appId, session: own.session })
      const { token, refresh_token } = own.raw
      if (token === null) throw new Error('The login gave no token')
      const body = { refresh_token: refresh_token ?? '' }
      const renewed = await call(api.session.refresh, { body }, { token, origin })
      const session = asSignedIn(renewed.body as Session)
      expect(await openAsThief(session, victim)).toEqual([400, 400])
    })

    test('P3, P4: a copy of both databases holds no share, key or token in clear', () => {
      const copy = dump()
      const { shares, recoveryKey, entropy } = device
      expect(copy).toContain(device.walletId)
      for (const secret of [shares.device, shares.auth, shares.recovery, recoveryKey, entropy]) {
        const bytes = Buffer.from(secret)
        for (const form of ['hex', 'base64url', 'base64'] as const)
          expect(copy).not.toContain(bytes.toString(form))
      }
      for (const token of [user.raw.token, user.raw.refresh_token])
        expect(copy).not.toContain(token ?? 'none')
    })

    test('P5: an account or a session that is written over logs no user in', async () => {
      const eve = await logIn('mallory@example.com', jars.thief)
      const idOf = (email: string) =>
        layout.query(`select user_id from sallyport_api.linked_account where key = '${email}'`)
      const [victim, thief] = [idOf('ada@example.com'), idOf('mallory@example.com')]
      layout.query(
        `update sallyport_api.linked_account set user_id = '${victim}' where key = 'mallory@example.com'`,
      )
      const taken = await tryToLogIn('mallory@example.com', jars.thief)
      expect(taken).toMatchObject({ code: 'internal_error' })
      layout.query(
        `update sallyport_api.linked_account set user_id = '${thief}' where key = 'mallory@example.com'`,
      )
      layout.query(
        `update sallyport_api.session set user_id = '${victim}' where user_id = '${thief}'`,
      )
      expect(await openAsThief(eve.session)).toEqual([400, 400])
    })

    test('P6, V8: code in the API stores and pins no wallet of its own for a user who has one', () => {
      const said = layout.codeAsApi(
        asVault(`
        const walletId = '${crypto.randomUUID()}', keyId = '${crypto.randomUUID()}'
        const pair = await generateSealKeyPair()
        const owner = { appId, userId, walletId }
        const readBackPublicKey = toBase64url(pair.publicKey)
        const root = { imported: false, method: 'privy', custodyAddress: '0x' + '11'.repeat(20) }
        const plaintext = Buffer.concat([Buffer.alloc(32, 7), encodeRootCommitment(root)])
        const { publicKey } = await vault.call('health', {})
        const sealed = await sealTo({
          recipientPublicKey: fromBase64url(publicKey), plaintext,
          info: Buffer.from(sealInfo.recoveryKeyUpload),
          aad: Buffer.from(recoveryKeyUploadContext({ ...owner, recoveryKeyId: keyId, readBackPublicKey })),
        })
        const sealedRecoveryKey = { enc: toBase64url(sealed.enc), ciphertext: toBase64url(sealed.ciphertext) }
        await vault.call('storeRecoveryKey', { ...owner, keyId, accessToken, sealedRecoveryKey, readBackPublicKey })`),
      )
      expect(said).toBe('root_mismatch')
    })

    test('P7: the API’s user of the system reads neither the vault nor the page’s files’ process', () => {
      const pid = layout.vaultPid()
      for (const file of ['environ', 'mem', 'maps']) {
        const read = `
          import { readFileSync } from 'node:fs'
          try { readFileSync('/proc/${pid}/${file}'); console.log('read') }
          catch (error) { console.log(error.code) }`
        expect(layout.codeAsApi(read)).toMatch(/^E(ACCES|PERM)$/)
      }
      const signal = `try { process.kill(${pid}, 'SIGUSR1'); console.log('sent') } catch (error) { console.log(error.code) }`
      expect(layout.codeAsApi(signal)).toBe('EPERM')
    })

    test('P8, V1: a script in the page links its author’s wallet, who logs in by it at home: no wallet for seven days', async () => {
      const thiefs = createEthereumWallet()
      const token = user.raw.token ?? ''
      const linked = await link(thiefs, { jar: jars.user, token })
      expect(linked).toHaveProperty('linked_accounts')

      const raw = (await authenticate(thiefs, jars.home)) as Session
      const session = asSignedIn(raw)
      const call = callThrough({ proxy, jar: jars.home }, appId)
      const frame = { token: session.token, origin: frameOrigin }
      const { body } = await recoverBody(device, frame)
      const params = { wallet_id: device.walletId }
      const answer = await call(api.embeddedWallet.recover, { params, body }, frame)
      expect(answer.body).toMatchObject({ code: 'older_login_required' })
      const share = await authShareBody(device)
      const generation = { ...params, generation_id: device.generationId }
      const other = { ...share.body, device_signature: 'AAAA' }
      const asked = await call(
        api.embeddedWallet.authShare,
        { params: generation, body: other },
        frame,
      )
      expect(asked.status).toBe(400)
    })

    /** The wallet's share and its recovery with a session, from a machine that has none of the user's cookies. */
    function openAsThief(session: ReturnType<typeof asSignedIn>, of = device) {
      return openWallet({ proxy, jar: jars.thief }, { appId, session, device: of })
    }

    async function logIn(email: string, jar: string) {
      const raw = (await tryToLogIn(email, jar)) as Session
      return { email, raw, session: asSignedIn(raw) }
    }

    async function tryToLogIn(email: string, jar: string): Promise<unknown> {
      const call = (path: string, body: object) =>
        fetchThrough(proxy, `/api/v1/passwordless/${path}`, {
          headers: { origin, 'privy-app-id': appId },
          body,
          curl: withCookies(jar),
        })
      const known = mail.mails.length
      expect(await call('init', { email })).toEqual({ success: true })
      return call('authenticate', { email, code: await mail.codeAfter(known) })
    }

    /** A login message of a wallet, signed, as a page at the app's origin asks for it. */
    async function prove(wallet: TestWallet, call: ReturnType<typeof callThrough>, token?: string) {
      const { address } = wallet
      const about = { origin, ...(token && { token }) }
      const { body } = await call(api.siwe.init, { body: { address } }, about)
      const fields = { chain: 'Ethereum', address, nonce: body.nonce } as const
      const issuedAt = new Date().toISOString()
      const site = { domain: 'app.example.com', uri: origin }
      const message = writeLoginMessage({ ...fields, ...site, issuedAt })
      const client = { walletClientType: 'metamask', connectorType: 'injected' }
      return { message, signature: wallet.sign(message), chainId: 'eip155:1', ...client }
    }

    async function link(wallet: TestWallet, { jar, token }: { jar: string; token: string | null }) {
      const call = callThrough({ proxy, jar }, appId)
      const body = await prove(wallet, call, token ?? '')
      return (await call(api.siwe.link, { body }, { token: token ?? '', origin })).body
    }

    async function authenticate(wallet: TestWallet, jar: string): Promise<unknown> {
      const call = callThrough({ proxy, jar }, appId)
      const body = await prove(wallet, call)
      return (await call(api.siwe.authenticate, { body }, { origin })).body
    }

    /** Every row of every table, as text. */
    function dump(): string {
      const tables = layout.query(
        `select string_agg(format('%I.%I', schemaname, tablename), ',') from pg_tables
          where schemaname like 'sallyport%'`,
      )
      return tables
        .split(',')
        .map((table) => layout.query(`select string_agg(t::text, ' ') from ${table} t`))
        .join('\n')
    }

    /** A program of the API's user that calls the vault; prints the code of the refusal. */
    function asVault(calls: string): string {
      return `
        import { socketVault } from './apps/server/dist/index.js'
        import { encodeRootCommitment, recoveryKeyUploadContext, sealInfo } from './packages/contract/dist/index.js'
        import { fromBase64url, generateSealKeyPair, sealTo, toBase64url } from './packages/crypto/dist/index.js'
        const vault = socketVault(process.env.SALLYPORT_VAULT_SOCKET)
        const [appId, userId, accessToken] = ${JSON.stringify([appId, device.userId, user.raw.token])}
        try { ${calls}; console.log('done') } catch (error) { console.log(error.code ?? error.message) }
        process.exit()`
    }
  },
)
