import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  api,
  type DelegationConsent,
  delegationContext,
  delegationSealInfo,
  type RouteRequest,
} from '@sallyport/contract'
import { loadChain, seedFromEntropy, splitDelegatedKey, toBase64url } from '@sallyport/crypto'
import type { TestKit } from './kit.js'
import { seal } from './seal-as-frame.js'
import type { TestDevice } from './test-device.js'

type DelegatedActions = NonNullable<
  RouteRequest<typeof api.adminApp.update>['body']['delegated_actions']
>

/** An authorization key of an app's back end. */
export interface AuthorizationKey {
  privateKey: KeyObject
  /** The public half as the app's settings name it: SPKI in base64. */
  spki: string
}

/** A new authorization key. */
export function createAuthorizationKey(): AuthorizationKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { privateKey, spki }
}

/** The value of `privy-authorization-signature` for a request of the app's back end (wire.md 25). */
export function authorizationSignature(
  request: {
    method?: string
    url: string
    appId: string
    body: object
    idempotencyKey?: string | undefined
    expiry?: string | undefined
  },
  { privateKey }: Pick<AuthorizationKey, 'privateKey'>,
): string {
  const { method = 'POST', url, appId, body, idempotencyKey: key, expiry } = request
  const headers = {
    'privy-app-id': appId,
    ...(key && { 'privy-idempotency-key': key }),
    ...(expiry && { 'privy-request-expiry': expiry }),
  }
  const payload = { version: 1, method, url, body, headers }
  return sign('sha256', Buffer.from(JSON.stringify(sorted(payload))), privateKey).toString('base64')
}

/** What the wallet frame sends once its user has consented: both halves of the account's key, the signer's sealed to it. */
export async function consentBody(
  consent: DelegationConsent,
  { entropy, delegateKey }: { entropy: Uint8Array; delegateKey: string },
) {
  const { chainType, address, walletIndex } = consent
  const chain = await loadChain[chainType]()
  const key = await chain.derivePrivateKey(
    await seedFromEntropy(entropy, crypto.subtle),
    walletIndex,
  )
  const context = delegationContext(consent)
  const { signer, app } = await splitDelegatedKey(key, context)
  const sealing = { recipient: delegateKey, info: delegationSealInfo, context }
  const { enc, ciphertext } = await seal(signer, sealing)
  return {
    encrypted_tee_share: `${enc}.${ciphertext}`,
    app_share: toBase64url(app),
    delegated_addresses: [{ chain_type: chainType, address, wallet_index: walletIndex }],
    consent,
  }
}

/** A user lets an app act with a wallet, and the app's back end has a message signed: the signature. */
export async function delegateAndSign(
  call: TestKit['call'],
  given: {
    appId: string
    appSecret: string
    token: string
    device: TestDevice
    delegateKey: string
    /** The auth origin. */
    origin: string
  },
): Promise<string | undefined> {
  const { appId, appSecret: secret, token, device, delegateKey, origin } = given
  const key = createAuthorizationKey()
  const settings: DelegatedActions = {
    authorization_keys: [key.spki],
    threshold: 1,
    policy: { version: 1, messages: true, typedData: false, transactions: null },
  }
  await call(api.adminApp.update, { body: { delegated_actions: settings } }, { secret })
  const frame = { token, origin }
  const params = { wallet_id: device.walletId }
  const asked = { params, body: { chain_type: 'ethereum', wallet_index: 0 } } as const
  const { consent } = (await call(api.delegation.openConsent, asked, frame)).body
  const body = await consentBody(consent, { entropy: device.entropy, delegateKey })
  await call(api.delegation.delegate, { body }, frame)
  const message = { message: 'hello', encoding: 'utf-8' }
  const { address } = consent
  const request = {
    chain_type: 'ethereum',
    address,
    method: 'personal_sign',
    params: message,
  } as const
  const url = `${origin}/api/v1/wallets/rpc`
  const signature = authorizationSignature({ url, appId, body: request }, key)
  const headers = { 'privy-authorization-signature': signature }
  const answer = await call(api.delegatedWallets.rpc, { body: request }, { secret, headers })
  return answer.body.data?.signature
}

/** RFC 8785, for values without numbers that need its rules. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
