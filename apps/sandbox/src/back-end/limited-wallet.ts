import { generateKeyPair, type SallyportClient } from '@sallyport/node'
import { readJson, writeJson } from '../json-file.js'

/** A server wallet of a program, with the key that owns it. */
export interface LimitedWallet {
  wallet_id: string
  address: string
  /** The owner's key. It also changes the policy: a real program keeps it in a secret manager. */
  private_key: string
}

/** What a program may spend. */
export interface SpendingLimit {
  name: string
  mostWeiPerDay: bigint
  chainId: number
}

/** Creates a wallet that sends on one chain, and no more than the limit in any 24 hours. */
async function createLimitedWallet(
  client: SallyportClient,
  { name, mostWeiPerDay, chainId }: SpendingLimit,
): Promise<LimitedWallet> {
  const { private_key, public_key } = await generateKeyPair()
  const owner = { public_key }
  const limit = await client.aggregations().create({
    name: `${name}: spending of a day`,
    method: 'eth_sendTransaction',
    metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'value' },
    window: { type: 'rolling', seconds: 86_400 },
    scope: 'wallet',
    owner,
  })
  const policy = await client.policies().create({
    version: '1.0',
    name,
    chain_type: 'ethereum',
    owner,
    rules: [
      {
        name: 'Within the daily limit',
        method: 'eth_sendTransaction',
        action: 'ALLOW',
        conditions: [
          {
            field_source: 'ethereum_transaction',
            field: 'chain_id',
            operator: 'eq',
            value: String(chainId),
          },
          {
            field_source: 'reference',
            field: `aggregation.${limit.id}`,
            operator: 'lte',
            value: String(mostWeiPerDay),
          },
        ],
      },
    ],
  })
  const wallet = await client.wallets().create({
    chain_type: 'ethereum',
    display_name: name,
    policy_ids: [policy.id],
    owner,
  })
  return { wallet_id: wallet.id, address: wallet.address, private_key }
}

/** The wallet that a file names, or a new one, which the file then names: a limit of a day holds over several runs. */
export async function loadOrCreateWallet(
  client: SallyportClient,
  { path, limit }: { path: string; limit: SpendingLimit },
): Promise<LimitedWallet> {
  // Written below, and by no other program.
  const kept = readJson(path) as LimitedWallet | undefined
  if (kept && (await isThere(client, kept.wallet_id))) return kept
  const wallet = await createLimitedWallet(client, limit)
  writeJson(path, wallet)
  return wallet
}

/** A reset of the sandbox leaves a file of the wallet before. */
function isThere(client: SallyportClient, id: string): Promise<boolean> {
  return client
    .wallets()
    .get(id)
    .then(
      () => true,
      () => false,
    )
}
