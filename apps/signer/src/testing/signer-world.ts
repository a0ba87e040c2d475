import { type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DelegationConsent, delegationContext, delegationSealInfo } from '@sallyport/contract'
import { fromBase64url, loadChain, sealTo, splitDelegatedKey, toBase64url } from '@sallyport/crypto'
import { provisionRoles } from '@sallyport/keyholder'
import { answerOnSocket } from '@sallyport/testing'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import pino from 'pino'
import type { SignerConfig } from '../config.js'
import { startSigner } from '../start-signer.js'
import { type AppKey, newKey, signPayload } from './app-key.js'

const startMs = Date.UTC(2030, 0, 1)
const passwords = { apiPassword: 'a', vaultPassword: 'v', signerPassword: 'd' }
const utf8 = (text: string) => new TextEncoder().encode(text)

/** The one address that `testPolicy` lets transactions go to. */
export const testRecipient = `0x${'ab'.repeat(20)}`
export const testPolicy: DelegationConsent['policy'] = {
  version: 1,
  messages: true,
  typedData: true,
  transactions: { chainIds: ['31337'], recipients: [testRecipient], mostWeiPerDay: '100000' },
}

export interface ConsentOptions {
  chainType?: DelegationConsent['chainType']
  policy?: DelegationConsent['policy']
  /** Of the app; a new one by default. */
  key?: AppKey
  /** The program of the user's own that holds the key; by default the app's back end does. */
  program?: NonNullable<DelegationConsent['program']>
}

interface Answer {
  error?: { code: string }
  output?: Output
}

/** Each call answers some of these. */
interface Output {
  consentId: string
  revoked: string[]
  data: { signature: string; signed_transaction: string }
}

export type SignerWorld = Awaited<ReturnType<typeof createSignerWorld>>

/** A signer with its roles in a given database, which its `close` drops, an app, users, and time that a test sets. */
export async function createSignerWorld(database: { url: string; drop(): Promise<void> }) {
  const directory = mkdtempSync(join(tmpdir(), 'signer-test-'))
  const suffix = randomBytes(4).toString('hex')
  const roles = {
    apiRole: `api_${suffix}`,
    vaultRole: `vault_${suffix}`,
    signerRole: `delegate_${suffix}`,
  }
  const logLines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })
  const clock = { ms: startMs, nowMs: () => clock.ms }
  const appId = randomUUID()
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query('drop schema sallyport_api cascade')
  await provisionRoles(admin, { ...roles, ...passwords })
  const urlOf = (username: string, password: string) =>
    Object.assign(new URL(database.url), { username, password }).href
  const config: SignerConfig = {
    socketPath: join(directory, 'signer.sock'),
    keks: [randomBytes(32)],
    databaseUrl: urlOf(roles.signerRole, 'd'),
    databaseAdmins: ['postgres'],
    production: false,
    logLevel: 'silent',
    exitWithParent: false,
  }
  const signer = await startSigner({ config, clock, logger, turnTimeoutMs: 30_000 })
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const issuer = 'test-issuer'

  const { ask, outputOf, codeOf } = createCalls(config.socketPath)
  const tokenFor = (userId: string) => {
    const iat = Math.floor(startMs / 1000)
    return new SignJWT({ iss: issuer, aud: appId, sub: userId, sid: 's', iat, exp: iat + 3600 })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .sign(privateKey)
  }

  const consents = createConsents({ outputOf, tokenFor, appId, publicKey: signer.publicKey })

  /** Resolves once so many statements of the signer wait for a lock. */
  const waiters = async (count: number): Promise<void> => {
    // Within a transaction the view is read once, unless it is cleared.
    const text = `select from pg_stat_clear_snapshot(), pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`
    for (let found = -1; found !== count; )
      found = (await admin.query(text, [roles.signerRole])).rows.length
  }

  await outputOf('pinAppKey', { appId, issuer, verificationKey: await exportSPKI(publicKey) })
  return {
    ...{ admin, appId, clock, config, signer, directory, logger, logLines, roles, urlOf },
    ...{ ask, outputOf, codeOf, tokenFor, waiters, ...consents },
    startMs,
    close: async () => {
      await signer.close()
      for (const role of Object.values(roles)) {
        await admin.query(`drop owned by ${role} cascade`)
        await admin.query(`drop role ${role}`)
      }
      await admin.end()
      await database.drop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** What can be asked of the signer at its socket. */
function createCalls(socketPath: string) {
  const ask = (call: string, input: object): Promise<Answer> =>
    answerOnSocket<Answer>(socketPath, { call, input })
  const outputOf = async (call: string, input: object): Promise<Output> => {
    const { output, error } = await ask(call, input)
    if (!output) throw new Error(`The signer refused: ${error?.code}`)
    return output
  }
  const codeOf = async (call: string, input: object): Promise<string | undefined> =>
    (await ask(call, input)).error?.code
  return { ask, outputOf, codeOf }
}

/** Consents and authorized requests of an app. */
function createConsents(of: {
  outputOf: (call: string, input: object) => Promise<Output>
  tokenFor: (userId: string) => Promise<string>
  appId: string
  /** Of the signer. */
  publicKey: string
}) {
  const { outputOf, tokenFor, appId } = of
  /** A consent of a new user for a new key, as the frame sends it. */
  const consentOf = async (options: ConsentOptions) => {
    const { chainType = 'ethereum', key: appKey = newKey() } = options
    const userId = `user-${randomUUID()}`
    const accessToken = await tokenFor(userId)
    const { consentId } = await outputOf('openConsent', { appId, userId, accessToken })
    const key = randomBytes(32)
    const consent: DelegationConsent = {
      version: 1,
      consentId,
      appId,
      userId,
      walletId: randomUUID(),
      chainType,
      walletIndex: 0,
      address: (await loadChain[chainType]()).address(key).address,
      authorizationKeys: [appKey.spki],
      threshold: 1,
      policy: options.policy ?? testPolicy,
      ...(options.program && { program: options.program }),
    }
    const { signer, app } = await splitDelegatedKey(key, delegationContext(consent))
    const { enc, ciphertext } = await sealTo({
      recipientPublicKey: fromBase64url(of.publicKey),
      plaintext: signer,
      info: utf8(delegationSealInfo),
      aad: utf8(delegationContext(consent)),
    })
    const sealedShare = { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
    const input = { accessToken, consent, sealedShare, appShare: toBase64url(app) }
    return { ...appKey, consent, input, key, signerHalf: signer }
  }

  /** A wallet whose user has consented. */
  const delegated = async (options: ConsentOptions = {}) => {
    const given = await consentOf(options)
    await outputOf('storeDelegation', given.input)
    return given
  }

  const revoke = async ({ consent: { userId } }: { consent: DelegationConsent }) =>
    (await outputOf('revokeDelegations', { appId, userId })).revoked

  /** A request that the app's back end has signed. */
  const signedRequest = (
    wallet: { consent: DelegationConsent; privateKey: KeyObject; input: { appShare: string } },
    body: { method: string; params: object },
    headers: Record<string, string> = { 'privy-app-id': appId },
  ) => {
    const url = `https://api.example/api/v1/wallets/${wallet.consent.address}/rpc`
    const signature = signPayload({ body, headers, method: 'POST', url, version: 1 }, wallet)
    return {
      consentId: wallet.consent.consentId,
      appShare: wallet.input.appShare,
      request: { url, body, headers, signatures: [signature] },
    }
  }
  return { consentOf, delegated, revoke, signedRequest }
}
