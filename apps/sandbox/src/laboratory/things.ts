import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { publicHalfOf } from '../back-end/authorization-key.js'
import { readJson, writeJson } from '../json-file.js'
import { evmChainId } from '../launch/anvil.js'
import { accepted, type SignedCall } from './signed-call.js'

/** The user who approves on the page: a log in with the code from the inbox. */
export const approver = 'treasurer@example.com'

/** Most that the payouts of 24 hours may come to, and what one of them is, in wei. */
export const limitWei = 50_000_000_000_000_000n
export const payoutWei = 10_000_000_000_000_000n

/** What the laboratory has at the server: ids, and the keys of two members as PEM. */
export interface Things {
  keys: { payouts: string; treasury: string }
  limitId: string
  policyId: string
  payoutsId: string
  treasuryId: string
  quorumId: string
}

/**
 * Two wallets of the app: one that pays by itself within a limit, and one that needs two of three approvals, of a key of the back end, a
 * second key and a user. Made at the first use, and remembered in the sandbox's folder.
 */
export async function loadOrCreateThings(folder: string, call: SignedCall): Promise<Things> {
  const path = join(folder, 'laboratory.json')
  const known = readJson(path)
  // The sandbox has written it.
  if (known !== undefined && (await isThere(known as Things, call))) return known as Things
  const made = await createThings(call)
  writeJson(path, made)
  return made
}

/** The key of a member. */
export function keyOf(pem: string): KeyObject {
  return createPrivateKey(pem)
}

async function isThere({ treasuryId }: Things, call: SignedCall): Promise<boolean> {
  return (await call('GET', `/wallets/${treasuryId}`)).status === 200
}

async function createThings(call: SignedCall): Promise<Things> {
  const make = async (path: string, body: object) => accepted(await call('POST', path, { body }))
  const keys = { payouts: newKey(), treasury: newKey() }
  const owner = { public_key: publicHalfOf(keyOf(keys.payouts)) }
  const limit = await make('/aggregations', {
    name: 'Payouts of a day',
    method: 'eth_sendTransaction',
    metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'value' },
    window: { type: 'rolling', seconds: 86_400 },
    scope: 'wallet',
    owner,
  })
  const policy = await make('/policies', {
    ...{ version: '1.0', name: 'Payouts', chain_type: 'ethereum', owner },
    rules: [ruleWithin(String(limit.id))],
  })
  const payouts = await make('/wallets', {
    ...{ chain_type: 'ethereum', display_name: 'Payouts', owner },
    policy_ids: [policy.id],
  })
  const quorum = await make('/key_quorums', {
    display_name: 'Treasury',
    public_keys: [owner.public_key, publicHalfOf(keyOf(keys.treasury))],
    user_ids: [await approverId(call)],
    authorization_threshold: 2,
  })
  const treasury = await make('/wallets', {
    ...{ chain_type: 'ethereum', display_name: 'Treasury', owner_id: quorum.id },
  })
  return {
    keys,
    limitId: String(limit.id),
    policyId: String(policy.id),
    payoutsId: String(payouts.id),
    treasuryId: String(treasury.id),
    quorumId: String(quorum.id),
  }
}

function ruleWithin(limitId: string) {
  return {
    name: 'Within the limit of the day',
    method: 'eth_sendTransaction',
    action: 'ALLOW',
    conditions: [
      {
        ...{ field_source: 'ethereum_transaction', field: 'chain_id' },
        ...{ operator: 'eq', value: String(evmChainId) },
      },
      {
        ...{ field_source: 'reference', field: `aggregation.${limitId}` },
        ...{ operator: 'lte', value: String(limitWei) },
      },
    ],
  }
}

/** The user who approves: imported, so that the quorum can name them before their first login. */
async function approverId(call: SignedCall): Promise<string> {
  const account = { type: 'email', address: approver }
  const made = await call('POST', '/users', { body: { linked_accounts: [account] } })
  if (made.status < 400) return String(made.body.id)
  const found = await call('POST', '/users/email/address', { body: { address: approver } })
  return String(accepted(found).id)
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
}
