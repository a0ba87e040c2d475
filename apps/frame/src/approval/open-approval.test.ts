// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto'
import { approvalContext, approvalSealInfo, type FramePageConfig } from '@sallyport/contract'
import { generateSealKeyPair, sealTo, toBase64url } from '@sallyport/crypto'
import { afterEach, expect, test } from 'vitest'
import { fakeToken } from '../testing/fake-token.js'
import { openApproval } from './open-approval.js'
import { nameOf } from './sign-approval.js'

/* The page against an API that says what a test has it say, and a signer with a key of its own. */

const id = 'abcdefghijklmnopqrstuvwx'
const appId = 'app'
const userId = 'did:privy:ada'
const request = {
  method: 'PATCH',
  url: `https://auth.example/v1/wallets/${id}`,
  body: { display_name: 'Ours' },
  headers: { 'privy-app-id': appId },
}
afterEach(() => document.body.replaceChildren())

async function openPage(options: {
  /** What the signer says, beside what is true. */
  facts?: object
  /** Who seals it. */
  sealedBy?: 'signer' | 'thief'
  status?: string
  isAlone?: boolean
}) {
  const { facts = {}, sealedBy = 'signer', status = 'pending', isAlone = true } = options
  const [signer, thief] = [await generateSealKeyPair(), await generateSealKeyPair()]
  const sent: { path: string; body: Record<string, unknown> }[] = []
  const text = (value: string) => new TextEncoder().encode(value)
  const answer = async (path: string, body: Record<string, unknown>) => {
    if (path === '/approvals/login/init') return { success: true }
    if (path === '/approvals/login')
      return {
        ...{ token: fakeToken(userId, appId), privy_access_token: null, refresh_token: 'r' },
        ...{ is_new_user: false, session_update_action: 'set' },
        user: {
          ...{ id: userId, created_at: 1, linked_accounts: [], mfa_methods: [] },
          ...{ has_accepted_terms: true, is_guest: false },
        },
      }
    if (path === `/approvals/${id}/approve`) return { status: 'executed' }
    if (path === '/approvals/logout') return { success: true }
    const { enc, ciphertext } = await sealTo({
      recipientPublicKey: Buffer.from(String(body.ephemeral_public_key), 'base64url'),
      senderPrivateKey: (sealedBy === 'signer' ? signer : thief).privateKey,
      plaintext: text(
        JSON.stringify({
          name: await nameOf(webcrypto as Crypto, request),
          wallet: null,
          quorums: [{ cast: 1, needed: 2, isMember: true, hasSigned: false }],
          ...facts,
        }),
      ),
      info: text(approvalSealInfo),
      aad: text(approvalContext({ appId, userId })),
    })
    const sealed = { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
    const isOver = status !== 'pending'
    return { status, expires_at: 1_900_000_000_000, request, sealed_facts: isOver ? null : sealed }
  }
  await openApproval({
    document,
    isAlone,
    config: {
      ...{ appId, allowedOrigins: [], allowLocalhost: true, vaultPublicKey: '', apiPublicKey: '' },
      delegateKey: toBase64url(signer.publicKey),
      tokens: { issuer: 'i', nowMs: 0, keys: [] },
      ...{ allowsRawDigests: false, allowsAuthorizations: false, confirmation: null },
      app: { appName: 'Harbour', theme: 'light', accentColor: null },
    } satisfies FramePageConfig,
    address: new URL(`https://auth.example/apps/app/embedded-wallets/approval?intent=${id}`),
    languages: ['en'],
    credentials: undefined,
    origin: 'https://auth.example',
    fetch: async (url, init) => {
      const path = String(url).replace('https://auth.example/api/v1', '')
      const body = JSON.parse(String(init?.body))
      sent.push({ path, body })
      return Response.json(await answer(path, body))
    },
    webCrypto: webcrypto as Crypto,
    openStore: async () => {
      throw new Error('The page needs no store')
    },
    grantStore: { isUsed: () => false } as never,
    locks: undefined,
    clock: { nowMs: () => 0, after: () => () => undefined },
    wallClock: () => 0,
    kept: undefined,
    leaveFor: () => undefined,
    showAddress: () => undefined,
  })
  return { sent }
}

async function submit(value: string) {
  const input = document.querySelector('input')
  if (!input) throw new Error('There is no field')
  input.value = value
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
}

async function logIn() {
  await submit('ada@example.com')
  await expect.poll(() => document.body.textContent).toContain('Enter the code')
  await submit('123456')
}

const shown = () => document.body.textContent

test('shows the request after a login, with what the signer says', async () => {
  const { sent } = await openPage({})
  expect(shown()).toContain('Harbour needs an approval')
  await logIn()
  await expect.poll(shown).toContain('Change a wallet')
  expect(shown()).toContain('1 of 2 needed')
  expect(sent.map(({ path }) => path)).toEqual([
    ...['/approvals/login/init', '/approvals/login', `/approvals/${id}`],
  ])
})

test.each([
  ['another request than the signer names', { facts: { name: 'x'.repeat(43) } }],
  ['an answer that the signer has not sealed', { sealedBy: 'thief' as const }],
  ['a quorum without the user', { facts: { quorums: [] } }],
])('error: believes no API that shows %s', async (_name, given) => {
  await openPage(given)
  await logIn()
  await expect.poll(shown).toContain('doesn’t match what the signer says')
  expect(shown()).not.toContain('Change a wallet')
})

test('says how a request ended, and that the user approved before', async () => {
  const { sent } = await openPage({ status: 'expired' })
  await logIn()
  await expect.poll(shown).toContain('The request has expired')
  // Its session ends with what it was for.
  await expect.poll(() => sent.at(-1)?.path).toBe('/approvals/logout')

  document.body.replaceChildren()
  const quorums = [{ cast: 1, needed: 2, isMember: true, hasSigned: true }]
  await openPage({ facts: { quorums } })
  await logIn()
  await expect.poll(shown).toContain('You approved this already. 1 of the 2 approvals are there.')
})

test('error: shows nothing in another page', async () => {
  const { sent } = await openPage({ isAlone: false })
  expect(shown()).toContain('This link is incomplete')
  expect(sent).toEqual([])
})
