import { type RawBuilder, sql } from 'kysely'

/** Types of accounts at providers that only give out addresses they have verified. */
export const typesWithVerifiedEmail = ['google_oauth', 'apple_oauth'] as const

/** One address and nothing that a mail would read as more than one. */
const address = '^[^\\s@<>,;:"()]+@[^\\s@<>,;:"()]+$'

/** RFC 5321, 4.5.3.1.3: without the brackets. */
const longest = 254

/**
 * The verified email address of a row with the `type` and `data` of an account, in lower case: the one it logs in by, or the one
 * that its provider has verified. Null for an account without.
 */
export function verifiedEmailOf(row: string): RawBuilder<string | null> {
  const [type, data] = [sql.ref(`${row}.type`), sql.ref(`${row}.data`)]
  return sql`case
    when ${type} = 'email' then lower(${data} ->> 'address')
    when ${type} = any(${typesWithVerifiedEmail}::text[]) and ${data} ->> 'email' ~ ${address}::text
      and length(${data} ->> 'email') <= ${longest}
      then lower(${data} ->> 'email')
    end`
}
