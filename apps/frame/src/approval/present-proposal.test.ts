// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { draw } from '../confirm/screen/draw.js'
import { loadApprovalCopy } from './copy/load-copy.js'
import { type Proposal, presentProposal } from './present-proposal.js'

const id = 'abcdefghijklmnopqrstuvwx'
const wallet = {
  chainType: 'ethereum',
  address: '0x12fb6F1C8Be0F0Cb6a3E0b7a1D0fCe3D5c6f9aB4',
} as const
const recipient = '0x00000000000000000000000000000000000a11ce'
const proposal = (
  method: string,
  path: string,
  body: Record<string, unknown>,
  of: Proposal['wallet'] = wallet,
): Proposal => ({
  request: {
    ...{ method, url: `https://auth.example/v1/${path}`, body },
    headers: { 'privy-app-id': 'app' },
  },
  wallet: of,
  votes: { cast: 1, needed: 2 },
  expiresAtMs: Date.UTC(2027, 0, 2, 12),
})
const shownAs = async (given: Proposal, languages = ['en']) => {
  const words = await loadApprovalCopy(languages)
  const shown = await presentProposal(given, { words, host: 'auth.example' })
  const { root } = draw(shown, { words: words.words, appName: 'Harbour', host: 'Harbour' })
  return { shown, text: root.textContent ?? '', root }
}

const rpc = (method: string, more: object) =>
  proposal('POST', `wallets/${id}/rpc`, { method, ...more })

describe('presentProposal', () => {
  test('a payment names amount, recipient, wallet, votes and the exact text', async () => {
    const { text, shown } = await shownAs(
      rpc('eth_sendTransaction', {
        caip2: 'eip155:1',
        params: { transaction: { to: recipient, value: '0x2386f26fc10000' } },
      }),
    )
    expect(shown.amount).toMatchObject({ value: '−0.01', unit: 'ETH' })
    const plain = text.replaceAll(/\s/g, '').toLowerCase()
    for (const part of [recipient, wallet.address, '1of2needed', `wallets/${id}/rpc`])
      expect(plain).toContain(part.toLowerCase())
    expect(text).toContain('Harbour asks for your approval')
  })

  test('calls, messages, typed data and digests are read by the wallet’s own readers', async () => {
    const message = { message: 'Hello', encoding: 'utf-8' }
    expect((await shownAs(rpc('personal_sign', { params: message }))).text).toContain('Hello')
    const digest = await shownAs(
      rpc('secp256k1_sign', { params: { hash: `0x${'ab'.repeat(32)}` } }),
    )
    expect(digest.shown.cautions.some(({ isStop }) => isStop)).toBe(true)
    const approve = `0x095ea7b3${recipient.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
    const calls = { calls: [{ to: `0x${'cd'.repeat(20)}`, data: approve }] }
    const batch = await shownAs(rpc('wallet_sendCalls', { caip2: 'eip155:1', params: calls }))
    expect(batch.shown.cautions.some(({ isStop }) => isStop)).toBe(true)
  })

  test('what no reader explains has to be agreed to', async () => {
    for (const each of [
      rpc('exportPrivateKey', {}),
      rpc('eth_signTypedData_v4', { params: { typed_data: 1 } }),
      rpc('personal_sign', { params: { message: 'x', encoding: 'utf-8' }, extra: 1 }),
      proposal('POST', `wallets/${id}/rpc`, { method: 'personal_sign' }, null),
    ]) {
      const { shown } = await shownAs(each)
      expect(shown).toMatchObject({ isRisky: true, hero: 'triangle' })
      expect(shown.cautions).toMatchObject([{ isStop: true, tone: 'danger' }])
    }
  })

  test.each([
    [
      proposal('POST', `wallets/${id}/transfer`, {
        source: { asset: 'usdc', chain: 'base' },
        amount: '25',
        destination: { address: recipient },
      }),
      ['Approve a transfer', '−25', 'USDC', 'base'],
    ],
    [
      proposal('POST', `wallets/${id}/transfer`, {
        source: { asset_address: recipient, asset_decimals: 36, chain: 'base' },
        ...{ amount: '25', destination: { address: recipient } },
      }),
      ['Approve a transfer', '−25', 'Decimal places', '36'],
    ],
    [
      proposal('PATCH', `wallets/${id}`, { policy_ids: [], owner_id: null }),
      ['Change a wallet', 'None: the app alone decides', 'it may sign anything'],
    ],
    [
      proposal('PATCH', `policies/${id}`, {
        rules: [{ name: 'All', method: '*', action: 'ALLOW', conditions: [] }],
      }),
      ['Change a policy', 'Allow: All', 'Always'],
    ],
    [
      proposal('POST', `policies/${id}/rules`, {
        ...{ name: 'Small', method: 'eth_sendTransaction', action: 'DENY' },
        conditions: [{ field: 'value', operator: 'gt', value: '5' }],
      }),
      ['Add a rule to a policy', 'Deny: Small', 'value gt 5'],
    ],
    [proposal('DELETE', `policies/${id}/rules/${id}`, {}), ['Delete a rule', 'can remove a limit']],
    [
      proposal('PATCH', `key_quorums/${id}`, {
        user_ids: ['did:privy:x'],
        authorization_threshold: 1,
      }),
      ['Change who approves', 'did:privy:x', 'will decide about everything'],
    ],
  ])('a change is said in words: %#', async (given, texts) => {
    const { text } = await shownAs(given)
    for (const each of texts) expect(text).toContain(each)
  })

  test('a stranger’s text is text, and the page follows the language', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const { root } = await shownAs(proposal('PATCH', `wallets/${id}`, { display_name: evil }), [
      'ar',
    ])
    expect(root.querySelector('img')).toBeNull()
    expect(root.querySelector('[dir=rtl]') ?? root.getAttribute('dir')).toBeTruthy()
  })
})
