import type { Generated } from 'kysely'

/** A reset of lost factors that runs. The vault counts its time by itself. */
export interface FactorResetTable {
  app_id: string
  user_id: string
  due_at: number
  /** When the user was last told. */
  notified_at: number
  /** SHA-256 of the token in the notices' link. */
  cancel_hash: Buffer
}

/** A user whose addresses the vault has to be told. */
export interface ContactChangeTable {
  app_id: string
  user_id: string
  /** Grows with each change. */
  version: Generated<number>
  /** When it is tried next. */
  next_at: number
}
