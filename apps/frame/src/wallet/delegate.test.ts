import {
  type DelegationConsent,
  delegationContext,
  delegationSealInfo,
  userIdPrefix,
} from '@sallyport/contract'
import {
  combineDelegatedKey,
  fromBase64url,
  generateSealKeyPair,
  openSealed,
  type SealKeyPair,
  toBase64url,
} from '@sallyport/crypto'
import { addressFromPrivateKey } from '@sallyport/crypto/chains/ethereum'
import { describe, expect, test } from 'vitest'
import { openGrantStore } from '../device/grant-store.js'
import { createMemoryStore } from '../device/memory-store.js'
import { appId, createRig, dataOf } from '../testing/rig.js'
import { delegate, openConsent } from './delegate.js'
import { findExportable } from './export.js'
import { openAccess } from './open-access.js'

/* The API is hostile here: it answers what a test says, and what is sent to it is recorded. */

const ada = `${userIdPrefix}ada`
const utf8 = (text: string) => new TextEncoder().encode(text)

interface Sent {
  encrypted_tee_share: string
  app_share: string
}

async function setup({ withKey = true } = {}) {
  const { custody, openPage, token } = await createRig()
  const store = createMemoryStore()
  const accessToken = token(ada)
  const page = openPage(store)
  const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
  const [signer, thief] = [await generateSealKeyPair(), await generateSealKeyPair()]
  const sent: Sent[] = []
  const answers = { consent: {} as object }
  const hostileFetch: typeof fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (url.endsWith('/delegations')) return Response.json(answers)
    if (!url.endsWith('/wallets/delegate')) return custody.fetch(input, init)
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ success: true })
  }
  const { context } = openAccess({
    config: {
      appId,
      vaultPublicKey: toBase64url(custody.vault.publicKey),
      apiPublicKey: toBase64url(custody.api.publicKey),
      ...(withKey && { delegateKey: toBase64url(signer.publicKey) }),
    },
    origin: 'https://auth.example',
    fetch: hostileFetch,
    webCrypto: crypto,
    openStore: async () => store,
    grantStore: openGrantStore(undefined),
    locks: undefined,
    clock: { nowMs: () => 0 },
    wallClock: () => 0,
  })
  const caller = { appId, userId: ada, accessToken }
  const place = { chainType: 'ethereum', address: String(address) } as const
  const wallet = await findExportable(context, caller, {
    ...place,
    rootAddress: place,
    walletIndex: 0,
  })
  const consent: DelegationConsent = {
    version: 1,
    consentId: crypto.randomUUID(),
    appId,
    userId: ada,
    walletId: wallet.record.walletId,
    ...place,
    walletIndex: 0,
    authorizationKeys: ['AA'],
    threshold: 1,
    policy: { version: 1, messages: true, typedData: false, transactions: null },
  }
  return { context, caller, wallet, consent, answers, sent, signer, thief }
}

function open(sent: Sent | undefined, consent: DelegationConsent, pair: SealKeyPair) {
  const [enc = '', ciphertext = ''] = sent?.encrypted_tee_share.split('.') ?? []
  return openSealed({
    recipientPrivateKey: pair.privateKey,
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: utf8(delegationSealInfo),
    aad: utf8(delegationContext(consent)),
  })
}

describe('delegate', () => {
  test('DEL-07: seals the signer’s half to the key in the page, whatever other key the API names', async () => {
    const { context, caller, wallet, consent, answers, sent, signer, thief } = await setup()
    const key = toBase64url(thief.publicKey)
    Object.assign(answers, { consent, delegateKey: key, publicKey: key, vaultPublicKey: key })
    const shown = await openConsent(context, caller, wallet)
    await delegate(context, caller, { wallet, consent: shown })

    const half = await open(sent[0], consent, signer)
    const app = fromBase64url(sent[0]?.app_share ?? '')
    const restored = await combineDelegatedKey({ signer: half, app }, delegationContext(consent))
    expect(addressFromPrivateKey(restored)).toBe(wallet.address)
    await expect(open(sent[0], consent, thief)).rejects.toThrow()
  })

  test('DEL-07: error: without a key in the page nothing is split or sent', async () => {
    const { context, caller, wallet, consent, sent } = await setup({ withKey: false })
    await expect(delegate(context, caller, { wallet, consent })).rejects.toThrow('delegated')
    expect(sent).toEqual([])
  })

  test('DEL-08: error: the sealed half does not open for any other consent', async () => {
    const { context, caller, wallet, consent, sent, signer } = await setup()
    await delegate(context, caller, { wallet, consent })
    for (const change of [
      { consentId: crypto.randomUUID() },
      { authorizationKeys: ['AB'] },
      { policy: { ...consent.policy, typedData: true } },
    ])
      await expect(open(sent[0], { ...consent, ...change }, signer)).rejects.toThrow()
  })
})

describe('openConsent', () => {
  test.each([
    ['another app', { appId: 'clsallyporttestapp0000002' }],
    ['another user', { userId: `${userIdPrefix}eve` }],
    ['another wallet', { walletId: crypto.randomUUID() }],
    ['another chain', { chainType: 'solana' }],
    ['another index', { walletIndex: 1 }],
    ['another address', { address: `0x${'ab'.repeat(20)}` }],
  ])('DEL-02: error: the API names %s than the one that was asked for', async (_what, change) => {
    const { context, caller, wallet, consent, answers } = await setup()
    Object.assign(answers, { consent: { ...consent, ...change } })
    await expect(openConsent(context, caller, wallet)).rejects.toThrow()
  })
})
