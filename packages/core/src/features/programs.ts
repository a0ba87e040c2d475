import { type ProgramGrant, programsApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'

/** A limit of a program, in the smallest unit of its coin. */
interface ProgramLimit {
  /** `native`, or the contract of a token. */
  asset: string
  /** Null for a token that is not in the server's list. */
  symbol: string | null
  decimals: number | null
  /** In any 24 hours. */
  most: bigint
  /** Null where it is not known at the moment. */
  left: bigint | null
}

/** A program that may act with a wallet of the user. */
export interface Program {
  id: string
  /** As it calls itself: it is not checked. */
  name: string
  address: string
  policy: ProgramGrant['policy']
  /** Empty where it reads only. */
  limits: readonly ProgramLimit[]
  createdAt: Date
  endsAt: Date
  /** When it has last signed; null before. */
  lastUsedAt: Date | null
}

/**
 * The programs that may act with the user's wallets, the newest first.
 *
 * @throws ApiError `missing_or_invalid_token`.
 */
export async function list(client: SallyportClient): Promise<Program[]> {
  const { grants } = await call(client, programsApi.programs.list, {})
  return grants.map(fromWire)
}

/**
 * Ends what a program may do. When it resolves, nothing more is signed.
 *
 * @throws ApiError `not_found`, `missing_or_invalid_token`; `internal_error` when the signer does not answer: nothing more is signed
 *   then either, and trying again ends it there, too.
 */
export async function end(client: SallyportClient, { id }: { id: string }): Promise<void> {
  await call(client, programsApi.programs.end, { params: { grant_id: id } })
}

function fromWire(grant: ProgramGrant): Program {
  return {
    id: grant.id,
    name: grant.client_name,
    address: grant.wallets[0]?.address ?? '',
    policy: grant.policy,
    limits: grant.limits.map(({ most, left, ...coin }) => ({
      ...coin,
      most: BigInt(most),
      left: left === null ? null : BigInt(left),
    })),
    createdAt: new Date(grant.created_at * 1000),
    endsAt: new Date(grant.ends_at * 1000),
    lastUsedAt: grant.last_used_at === null ? null : new Date(grant.last_used_at * 1000),
  }
}
