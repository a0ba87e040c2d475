/** The vault's tables about what it tells users by itself. */
export interface NoticeTables {
  /** Whom the vault tells of a user's recoveries: a `ContactList`, sealed. */
  contact: { app_id: string; user_id: string; record: Buffer }
  /** Mails that are to be sent, each to one address. */
  notice: {
    id: string
    /** A `Notice`, sealed. */
    record: Buffer
    attempts: number
    /** When the next attempt begins. */
    next_at_ms: string
  }
}
