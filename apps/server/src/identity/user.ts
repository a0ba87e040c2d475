import { type LinkedAccount, type User, userIdPrefix } from '@sallyport/contract'

/** A user with their accounts as one query reads them; times in milliseconds. */
export interface UserRecord {
  id: string
  is_guest: boolean
  terms_accepted_at: number | null
  custom_metadata: User['custom_metadata'] | null
  created_at: number
  mfa_methods: FactorRecord[]
  accounts: AccountRecord[]
}

/** A second factor as the user row lists it. What proves it is in the vault. */
export interface FactorRecord {
  type: User['mfa_methods'][number]['type']
  /** Unix milliseconds. */
  verified_at: number
}

/** A linked account as it is stored. */
export interface AccountRecord {
  type: string
  data: Record<string, unknown>
  /** The address that its provider has verified; absent where nothing was read. */
  verified_email?: string | null
  first_verified_at: number
  latest_verified_at: number
}

/** The user as the wire carries it (wire reference §9.2). */
export function toWireUser(record: UserRecord): User {
  return {
    id: userIdPrefix + record.id,
    created_at: seconds(record.created_at),
    linked_accounts: record.accounts.map(toWireAccount),
    mfa_methods: record.mfa_methods.map(({ type, verified_at }) => ({
      type,
      verified_at: seconds(verified_at),
    })),
    has_accepted_terms: record.terms_accepted_at !== null,
    is_guest: record.is_guest,
    ...(record.custom_metadata ? { custom_metadata: record.custom_metadata } : {}),
  }
}

/** A linked account as the wire carries it. */
export function toWireAccount(record: AccountRecord): LinkedAccount {
  const account = {
    type: record.type,
    ...record.data,
    verified_at: seconds(record.first_verified_at),
    first_verified_at: seconds(record.first_verified_at),
    latest_verified_at: seconds(record.latest_verified_at),
  }
  // Rows are written from these types only, and `mount` checks every answer against the contract's schema.
  return account as LinkedAccount
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
