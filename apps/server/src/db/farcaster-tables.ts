import type { Generated, JSONColumnType } from 'kysely'

type Json = JSONColumnType<Record<string, unknown>, string, string>

/** A login by Farcaster that has begun: its nonce, and the relay's channel where there is one. */
export interface FarcasterLoginTable {
  app_id: string
  nonce: string
  /** SHA-256 of the channel's token. */
  channel_hash: Buffer | null
  /** SHA-256 of the nonce in the flow cookie of the browser that began it. */
  flow_hash: Buffer | null
  /** HMAC of the client network that began it; null for a back end. */
  network_hash: Buffer | null
  /** What the relay told of the finished login. */
  answer: Json | null
  /** Of `answer`: see `authenticRows.farcasterAnswer`. */
  answer_mac: Generated<Buffer | null>
  used_at: number | null
  created_at: number
  expires_at: number
}

/** A key that a user was asked to let post for their Farcaster account. */
export interface FarcasterSignerTable {
  app_id: string
  user_id: string
  /** 0x and 64 hex digits, lower case. */
  public_key: string
  state: 'pending_approval' | 'approved' | 'revoked'
  /** The account that approved it, or took it back. */
  fid: number | null
  /** Token and URL of the request at Farcaster, sealed. */
  request: Buffer
  /** Until when it can be approved. */
  expires_at: number
  created_at: number
}
