import { delegationPolicy, type ProgramGrant, userIdPrefix } from '@sallyport/contract'
import { listedToken, networkOf } from '@sallyport/contract/requests'
import { delegatedWalletId } from '@sallyport/protocols/delegated-wallet-id'
import type { ProgramGrantRow } from '../../db/program-grants.js'
import type { Deps } from '../../deps.js'
import { programShareContext } from '../../wallet-api/program-share.js'

type Limits = ProgramGrant['limits']
type Left = ReadonlyMap<string, readonly { asset: string; left: string }[]>

/** A grant as calls answer it, with what the signer says is left. */
export async function toWireGrant(deps: Deps, row: ProgramGrantRow): Promise<ProgramGrant> {
  const [grant] = await toWireGrants(deps, [row])
  if (grant === undefined) throw new Error('One grant has one form')
  return grant
}

/** Grants of one user. @throws KeyEncryptionError for a row that is not as it was written. */
export async function toWireGrants(
  deps: Deps,
  rows: readonly ProgramGrantRow[],
): Promise<ProgramGrant[]> {
  for (const row of rows) requireWritten(deps, row)
  const left = await readLeft(deps, rows)
  return rows.map((row) => {
    const policy = policyOf(row)
    const { grant_id: id, chain_type, address } = row
    return {
      id,
      client_name: row.name,
      wallets: [{ id: delegatedWalletId(id), address, chain_type }],
      policy,
      limits: limitsOf(policy, left.get(id)),
      created_at: Math.floor(row.created_at / 1000),
      ends_at: Math.floor(row.ends_at / 1000),
      last_used_at: row.last_used_at === null ? null : Math.floor(row.last_used_at / 1000),
    }
  })
}

/** What the user has picked, by the row: `requireWritten` says that it is. */
export function policyOf({ policy }: Pick<ProgramGrantRow, 'policy'>): ProgramGrant['policy'] {
  return delegationPolicy.parse(JSON.parse(policy))
}

/** The half is bound to all that the row says: opening it proves that the user was shown the same. */
export function requireWritten({ keyEncryption }: Deps, row: ProgramGrantRow): void {
  keyEncryption.shares.open(row.app_share, programShareContext(row)).fill(0)
}

/** Nothing where the signer does not answer: the list is there without it. */
async function readLeft(deps: Deps, rows: readonly ProgramGrantRow[]): Promise<Left> {
  const [first] = rows
  const consentIds = rows
    .filter((row) => policyOf(row).transactions !== null)
    .map((row) => row.grant_id)
  if (first === undefined || consentIds.length === 0 || deps.signer === undefined) return new Map()
  const owner = { appId: first.app_id, userId: userIdPrefix + first.user_id }
  try {
    const { consents } = await deps.signer.call('readConsents', { ...owner, consentIds })
    return new Map(consents.map(({ consentId, limits }) => [consentId, limits]))
  } catch (error) {
    deps.logger.warn({ err: error }, 'the signer did not say what is left of limits')
    return new Map()
  }
}

function limitsOf(
  { transactions }: ProgramGrant['policy'],
  left: readonly { asset: string; left: string }[] = [],
): Limits {
  if (transactions === null) return []
  const [chainId = '0'] = transactions.chainIds
  const leftOf = (asset: string) => left.find((each) => each.asset === asset)?.left ?? null
  const symbol = networkOf(BigInt(chainId))?.symbol ?? null
  return [
    {
      ...{ asset: 'native', symbol, decimals: 18 },
      ...{ most: transactions.mostWeiPerDay, left: leftOf('native') },
    },
    ...(transactions.tokens ?? []).map((token) => {
      const listed = listedToken(BigInt(token.chainId), token.contract)
      return {
        ...{ asset: token.contract, symbol: listed?.symbol ?? null },
        ...{ decimals: listed?.decimals ?? null, most: token.mostPerDay },
        left: leftOf(`${token.chainId}:${token.contract}`),
      }
    }),
  ]
}
