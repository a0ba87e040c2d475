import { ApiError } from '@sallyport/contract'
import type { Intent, Policy } from '@sallyport/contract/wallet-api'
import { readServerWallet } from '../../db/server-wallets.js'
import type { IntentRow } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { callSigner } from '../call-signer.js'
import { toWireQuorum, toWireWallet } from '../to-wire.js'

type ResourceData = Pick<Intent, 'current_resource_data' | 'policy'>
type ResourceDeps = Pick<Deps, 'db' | 'signer' | 'clock'>

/** Reads what an intent would change, as it is now. A payment changes nothing that could be shown. */
const readers: Record<
  IntentRow['intent_type'],
  (deps: ResourceDeps, row: IntentRow) => Promise<ResourceData>
> = {
  RPC: async () => ({}),
  TRANSFER: async () => ({}),
  WALLET: async (deps, { app_id: appId, resource_id: walletId }) => {
    const wallet = await readServerWallet(deps.db, { appId, walletId })
    return wallet === undefined ? {} : { current_resource_data: toWireWallet(wallet) }
  },
  POLICY: async (deps, row) => ({ current_resource_data: await readPolicy(deps, row) }),
  RULE: async (deps, row) => {
    const policy = await readPolicy(deps, row)
    const ruleId = /\/rules\/([^/]+)$/.exec(row.url)?.[1]
    // A rule that is added is not there yet.
    const rule = policy.rules.find(({ id }) => id === ruleId)
    return { policy, ...(rule && { current_resource_data: rule }) }
  },
  KEY_QUORUM: async (deps, { app_id: appId, resource_id: quorumId }) => {
    const { quorum } = await callSigner(deps, 'readQuorum', { appId, quorumId })
    return { current_resource_data: toWireQuorum(quorum) }
  },
}

/** What members compare the request of a waiting intent with. It is left out once the thing is gone. */
export async function resourceDataOf(deps: ResourceDeps, row: IntentRow): Promise<ResourceData> {
  if (row.status !== 'pending') return {}
  try {
    return await readers[row.intent_type](deps, row)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return {}
    throw error
  }
}

async function readPolicy(
  deps: ResourceDeps,
  { app_id: appId, resource_id: policyId }: IntentRow,
): Promise<Policy> {
  const { policy } = await callSigner(deps, 'readPolicy', { appId, policyId })
  // The signer's rules are those that the contract's schema has let in.
  return policy as Policy
}
