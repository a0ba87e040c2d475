import { randomUUID } from 'node:crypto'
import { authorize } from '../back-end/authorization-key.js'
import { callEthereum, sendEther } from '../faucet/ethereum.js'
import { HttpError } from '../http/origin.js'
import { evmChainId } from '../launch/anvil.js'
import { type Answer, accepted, type SignedCall } from './signed-call.js'
import { approver, keyOf, limitWei, loadOrCreateThings, payoutWei, type Things } from './things.js'

/** Where the laboratory pays to: an account without a key. */
const recipient = '0x00000000000000000000000000000000000a11ce'
const caip2 = `eip155:${evmChainId}`

/** What came of a play, in one sentence and what the server answered. */
export interface Played {
  outcome: 'sent' | 'refused' | 'waiting' | 'approved'
  sentence: string
  hash?: string
  code?: string
}

/** The laboratory of server wallets: what there is, and what can be played with it. */
export interface Laboratory {
  state(): Promise<object>
  play(what: unknown): Promise<Played>
  /** The second key of the treasury approves a request that waits. */
  approve(intentId: unknown): Promise<Played>
}

/** Creates the laboratory; its wallets are made at its first use. */
export function createLaboratory({
  folder,
  call,
  evmRpcUrl,
}: {
  folder: string
  call: SignedCall
  evmRpcUrl: string
}): Laboratory {
  let loading: Promise<Things> | undefined
  const things = () => {
    loading ??= loadOrCreateThings(folder, call).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const balanceOf = async (address: string) =>
    BigInt(String(await callEthereum(evmRpcUrl, 'eth_getBalance', [address, 'latest'])))
  const fund = async (walletId: string) => {
    const { address } = accepted(await call('GET', `/wallets/${walletId}`))
    if ((await balanceOf(String(address))) < payoutWei * 10n)
      await sendEther(evmRpcUrl, String(address))
  }
  return {
    state: async () => stateOf(await things(), { call, balanceOf }),
    play: async (what) => {
      const has = await things()
      const key = keyOf(has.keys.payouts)
      const pay = async (walletId: string, wei: bigint, more: object = {}) => {
        await fund(walletId)
        const body = { ...payment(wei), ...more }
        return call('POST', `/wallets/${walletId}/rpc`, { body, keys: [key] })
      }
      if (what === 'allowed') {
        // Without a name of its own, the second press would be the payment of the first one.
        const named = { reference_id: randomUUID() }
        return outcomeOf(await pay(has.payoutsId, payoutWei, named))
      }
      if (what === 'refused') return outcomeOf(await pay(has.payoutsId, limitWei * 2n))
      if (what === 'waiting') return outcomeOf(await pay(has.treasuryId, limitWei * 2n))
      throw new HttpError(400, 'what must be allowed, refused or waiting')
    },
    approve: async (intentId) => {
      if (typeof intentId !== 'string' || !/^[a-z0-9]{24}$/.test(intentId))
        throw new HttpError(400, 'intent_id must be the id of an intent')
      return approve(await things(), intentId, call)
    },
  }
}

function payment(wei: bigint) {
  const transaction = { to: recipient, value: `0x${wei.toString(16)}` }
  return { method: 'eth_sendTransaction', caip2, params: { transaction } }
}

/** What the server made of a payment. */
function outcomeOf(answer: Answer): Played {
  const { status, body } = answer
  const sentence = typeof body.error === 'string' ? body.error : ''
  const code = typeof body.code === 'string' ? body.code : ''
  if (code === 'awaiting_approval') return { outcome: 'waiting', sentence, code }
  if (code === 'policy_violation') return { outcome: 'refused', sentence, code }
  const data = accepted({ status, body }).data
  const hash = typeof data === 'object' && data !== null ? String(Reflect.get(data, 'hash')) : ''
  return { outcome: 'sent', sentence: 'Signed within the policy, and sent', hash }
}

/** Signs what an intent shows by the treasury's second key. */
async function approve({ keys }: Things, intentId: string, call: SignedCall): Promise<Played> {
  const intent = accepted(await call('GET', `/intents/${intentId}`))
  // By the contract of the route.
  const details = intent.request_details as { method: string; url: string; body?: object }
  const { method, url, body: signed = {} } = details
  const headers = { 'privy-app-id': String(intent.created_by_id) }
  const payload = { version: 1, method, url, body: signed, headers }
  const body = { signature: authorize(payload, keyOf(keys.treasury)), timestamp: Date.now() }
  const { status } = accepted(await call('POST', `/intents/${intentId}/authorize`, { body }))
  return { outcome: 'approved', sentence: `The second key has approved: ${String(status)}` }
}

interface Reading {
  call: SignedCall
  balanceOf(address: string): Promise<bigint>
}

async function stateOf(has: Things, { call, balanceOf }: Reading): Promise<object> {
  const wallet = async (id: string) => {
    const { address, display_name: name } = accepted(await call('GET', `/wallets/${id}`))
    return { id, name, address, balanceWei: String(await balanceOf(String(address))) }
  }
  const policy = accepted(await call('GET', `/policies/${has.policyId}`))
  const quorum = accepted(await call('GET', `/key_quorums/${has.quorumId}`))
  // A dry run judges what would be signed, so nothing may be left to fill in.
  const whole = {
    ...{ type: 2, chain_id: evmChainId, nonce: 0, gas_limit: 21_000 },
    ...{ max_fee_per_gas: 1, max_priority_fee_per_gas: 1, to: recipient, value: '0x1' },
  }
  const asked = { ...payment(0n), params: { transaction: whole } }
  const request = { wallet_id: has.payoutsId, request: asked }
  const judged = accepted(
    await call('POST', `/policies/${has.policyId}/evaluate`, { body: request }),
  )
  // By the contract of the route.
  const limits = judged.limits as { id: string; most: string; left: string }[]
  const limit = limits.find(({ id }) => id === has.limitId)
  const listed = accepted(await call('GET', `/intents?limit=8&resource_id=${has.treasuryId}`))
  return {
    wallets: [await wallet(has.payoutsId), await wallet(has.treasuryId)],
    policy: { name: policy.name, rules: policy.rules },
    limit: { mostWei: limit?.most ?? String(limitWei), leftWei: limit?.left ?? null },
    quorum: { name: quorum.display_name, needed: quorum.authorization_threshold, members: 3 },
    approver,
    payoutWei: String(payoutWei),
    intents: (listed.data as Record<string, unknown>[]).map(describeIntent),
  }
}

function describeIntent(intent: Record<string, unknown>) {
  // By the contract of the route.
  const details = intent.authorization_details as { threshold: number; members: object[] }[]
  const [{ threshold = 0, members = [] } = {}] = details
  const signed = members.filter((each) => Reflect.get(each, 'signed_at') !== null).length
  return {
    id: intent.intent_id,
    status: intent.status,
    createdAt: intent.created_at,
    expiresAt: intent.expires_at,
    signed,
    needed: threshold,
    approvalUrl: intent.approval_url ?? null,
  }
}
