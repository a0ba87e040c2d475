import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api, type Session } from '@sallyport/contract'
import { combineShares, loadChain, seedFromEntropy } from '@sallyport/crypto'
import {
  asSignedIn,
  authShareBody,
  callThrough,
  canSwitchUser,
  fetchThrough,
  hasUserTools,
  installedDebianPostgres,
  type MailServer,
  makeWallet,
  type ProductionLayout,
  recoverBody,
  settingsOf,
  startMailServer,
  startProductionLayout,
  startProxy,
  type TestDevice,
  withCookies,
} from '@sallyport/testing'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * Production in short: the built programs as their users, on Debian's Postgres with its defaults, behind TLS. The same with
 * every command of the guide, in Chromium and with nginx and Caddy is deploy.deep.test.ts.
 */

const isPossible = canSwitchUser && hasUserTools() && installedDebianPostgres() !== undefined
const minute = 60_000
/** The cookies of two browsers. */
const jars = ['one', 'two'].map((name) => join(tmpdir(), `layout-${process.pid}-${name}`))
const [jar = '', otherJar = ''] = jars

describe.skipIf(!isPossible)(
  'the production layout on Debian’s Postgres (needs root, useradd, runuser, curl, openssl and Debian’s postgresql)',
  () => {
    let layout: ProductionLayout
    let proxy: number
    let app: Record<string, string>
    let appId: string
    let mail: MailServer

    beforeAll(async () => {
      mail = await startMailServer()
      const settings = { shared_preload_libraries: 'pg_stat_statements' }
      layout = await startProductionLayout({ smtpPort: mail.port, settings })
      layout.query('create extension pg_stat_statements')
      proxy = await startProxy(layout.folder, layout.ports)
      const given = {
        name: 'Acme',
        environment: 'production',
        settings: { allowed_domains: ['https://app.example.com'] },
      }
      app = layout.asApi('provision-app', given)
      appId = app.appId ?? ''
    }, 2 * minute)
    afterAll(async () => {
      await layout?.stop()
      mail.close()
      for (const path of jars) rmSync(path, { force: true })
    }, minute)

    test(
      'a user logs in by a mailed code and makes wallets; they sign, and again on a second device',
      async () => {
        expect(await fetchThrough(proxy, '/readyz')).toMatchObject({ status: 'ok' })
        const startedMs = performance.now()
        const session = await logIn(jar)
        const loginMs = performance.now() - startedMs
        const device = await makeWallet({ proxy, jar }, { appId, session })
        const address = await addressOf(device.entropy)

        const frame = { token: session.token, origin: 'https://auth.example.com' }
        const { body, open } = await authShareBody(device)
        const { walletId: wallet_id, generationId: generation_id } = device
        const shared = await callThrough({ proxy, jar }, appId)(
          api.embeddedWallet.authShare,
          { params: { wallet_id, generation_id }, body },
          frame,
        )
        const auth = await open(shared.body.sealed_auth_share)
        const entropy = await combineShares(device.shares.device, auth, device)
        expect(await signer(entropy)).toBe(address)

        expect(await signer(await recover(device))).toBe(address)
        // A login waits for the mail: two calls.
        expect(loginMs).toBeLessThan(5_000)
      },
      minute,
    )

    test('nothing of it was compiled by Postgres', () => {
      expect(layout.query('show jit')).toBe('on')
      const programs = `from pg_stat_statements s join pg_roles r on r.oid = s.userid
        where r.rolname like 'sallyport\\_%'`
      expect(Number(layout.query(`select count(*) ${programs}`))).toBeGreaterThan(20)
      expect(layout.query(`select coalesce(sum(jit_functions), 0) ${programs}`)).toBe('0')
    })

    test('each program has metrics that only the machine reads', async () => {
      expect(await layout.metrics('api')).toMatch(/^sallyport_part_works\{part="vault"\} 1$/m)
      expect(await layout.metrics('pages')).toContain('sallyport_page_seconds_count{page="frame"')
      expect(await layout.metrics('vault')).toMatch(
        /sallyport_vault_call_seconds_count\{call="releaseRecoveryKey",outcome="ok"\} 1/,
      )
      expect(await fetchThrough(proxy, '/metrics')).toMatchObject({ code: expect.any(String) })
    })

    test('the guide’s calls of an app’s settings, users and providers are answered', async () => {
      const page = readFileSync(new URL('../../../docs/operate/deploy.md', import.meta.url), 'utf8')
      const [, names = ''] = /^```sh names\n([\s\S]*?)^```/m.exec(page) ?? []
      const [, block = ''] = /^```sh admin\n([\s\S]*?)^```/m.exec(page) ?? []
      const here = `curl --fail --insecure --resolve auth.example.com:${proxy}:127.0.0.1`
      const commands = `${names}\n${block}`
        .replace('curl', here)
        .replaceAll('https://"$AUTH_NAME"', `https://"$AUTH_NAME":${proxy}`)
        .replaceAll('https://$AUTH_NAME', `https://$AUTH_NAME:${proxy}`)
      const env = { PATH: process.env.PATH, APP_ID: app.appId, APP_SECRET: app.appSecret }
      // The proxy runs in this process.
      const { stdout: said } = await promisify(execFile)('bash', ['-euc', commands], { env })
      for (const part of ['www.example.com', 'ada@example.com', '"provider":"google"'])
        expect(said).toContain(part)
      expect(said).not.toContain('"code"')
    })

    test(
      'npm run serve starts them with the files of the guide, and a session goes on',
      async () => {
        expect(await layout.serve()).toContain('pages process is listening')
        expect(await fetchThrough(proxy, '/readyz')).toMatchObject({ status: 'ok' })
        expect((await logIn(jar)).user.linked_accounts.length).toBeGreaterThan(1)
      },
      minute,
    )

    /** Logs in with the code from the mail, in the browser whose cookies are in the file. */
    async function logIn(cookies: string) {
      const headers = { origin: 'https://app.example.com', 'privy-app-id': appId }
      const call = (path: string, body: object) =>
        fetchThrough(proxy, `/api/v1/passwordless/${path}`, {
          headers,
          body,
          curl: withCookies(cookies),
        })
      const email = 'ada@example.com'
      const known = mail.mails.length
      expect(await call('init', { email })).toEqual({ success: true })
      const code = await mail.codeAfter(known)
      return asSignedIn((await call('authenticate', { email, code })) as Session)
    }

    /** The secret of the wallet on a device that has none of its shares, after a login there. */
    async function recover(device: TestDevice): Promise<Uint8Array> {
      const { token } = await logIn(otherJar)
      const frame = { token, origin: 'https://auth.example.com' }
      const { body, open, openRecoveryKey } = await recoverBody(device, frame)
      const params = { wallet_id: device.walletId }
      const call = callThrough({ proxy, jar: otherJar }, appId)
      const { body: answer } = await call(api.embeddedWallet.recover, { params, body }, frame)
      if (!answer.sealed_auth_share) throw new Error('No auth share was answered')
      const auth = await open(answer.sealed_auth_share)
      const page = await fetchThrough(proxy, `/apps/${appId}/embedded-wallets`)
      const opened = await openRecoveryKey(answer, settingsOf(page).vaultPublicKey)
      expect(Buffer.from(opened)).toEqual(Buffer.from(device.recoveryKey))
      return combineShares(auth, device.shares.recovery, device)
    }
  },
)

async function privateKeyOf(entropy: Uint8Array) {
  const chain = await loadChain.ethereum()
  return {
    chain,
    privateKey: chain.derivePrivateKey(await seedFromEntropy(entropy, crypto.subtle), 0),
  }
}

async function addressOf(entropy: Uint8Array): Promise<string> {
  const { chain, privateKey } = await privateKeyOf(entropy)
  return chain.address(privateKey).address
}

/** Signs a message with the wallet's key; whose signature it is. */
async function signer(entropy: Uint8Array): Promise<string> {
  const { privateKey } = await privateKeyOf(entropy)
  const { signMessage } = await import('@sallyport/crypto/chains/ethereum')
  const signature = signMessage(privateKey, 'Hello') as `0x${string}`
  return recoverMessageAddress({ message: 'Hello', signature })
}
