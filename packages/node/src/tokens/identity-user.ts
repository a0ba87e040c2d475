import type { User } from '@sallyport/contract'

/** An account in an identity token: fewer fields than the server's answer has. */
export interface IdentityAccount {
  /** As in the user's linked accounts: `email`, `wallet`, `google_oauth` … */
  type: string
  /** Unix seconds; null where it is not known. */
  latest_verified_at: number | null
  address?: string
  phone_number?: string
  chain_type?: string
  wallet_client_type?: string
  /** Of a wallet that the server holds. */
  id?: string
  smart_wallet_type?: string
  subject?: string
  email?: string
  name?: string
  username?: string | null
  profile_picture_url?: string
  fid?: number
  owner_address?: string
  telegram_user_id?: string
  credential_id?: string
  custom_user_id?: string
  provider_app_id?: string
  embedded_wallets?: { address: string }[]
  smart_wallets?: { address: string }[]
}

/** The user of an identity token. */
export interface IdentityUser {
  /** Such as `did:privy:…`. */
  id: string
  /** Unix seconds. */
  created_at: number
  is_guest: boolean
  linked_accounts: IdentityAccount[]
  custom_metadata: NonNullable<User['custom_metadata']>
}

/** Short names of an identity token (wire reference §5.4). */
const longNames: Record<string, string> = {
  lv: 'latest_verified_at',
  oa: 'owner_address',
  pfp: 'profile_picture_url',
}

/** Reads the verified claims of an identity token; undefined when they are not those of one. */
export function readIdentityUser(claims: Record<string, unknown>): IdentityUser | undefined {
  const { sub, cr, guest, linked_accounts: accounts, custom_metadata: metadata } = claims
  const list = parse(accounts)
  const createdAt = Number(cr)
  if (typeof sub !== 'string' || !Array.isArray(list) || !Number.isFinite(createdAt))
    return undefined
  return {
    id: sub,
    created_at: createdAt,
    is_guest: guest === 't',
    linked_accounts: list.map(readAccount),
    // The server has signed it: it is what the app has set.
    custom_metadata: (parse(metadata) ?? {}) as IdentityUser['custom_metadata'],
  }
}

function readAccount(entry: object): IdentityAccount {
  const fields = Object.entries(entry).map(([name, value]) => [longNames[name] ?? name, value])
  // The server has signed it: the type names the other fields.
  return { latest_verified_at: null, ...Object.fromEntries(fields) } as IdentityAccount
}

function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
