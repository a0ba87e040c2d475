import { emailAddress, phoneNumber, readPhoneNumber } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { searchUsers } from '../../db/find-users.js'
import type { Deps } from '../../deps.js'
import { walletEntry } from '../../identity/list-entries.js'
import type { UserRecord } from '../../identity/user.js'
import { readCursor } from './cursor.js'

/** What a back end searches by (wire reference §23). */
interface SearchBody {
  searchTerm?: string | undefined
  emails?: string[] | undefined
  phoneNumbers?: string[] | undefined
  walletAddresses?: string[] | undefined
  cursor?: string | null | undefined
}

const phone = phoneNumber(readPhoneNumber)

/** Users that match; a text that cannot be an account matches none. */
export async function search(
  deps: Pick<Deps, 'db'>,
  { app, body, limit }: { app: App; body: SearchBody; limit: number },
): Promise<UserRecord[]> {
  const { emails = [], phoneNumbers = [], walletAddresses = [] } = body
  return searchUsers(deps.db, {
    appId: app.id,
    after: readCursor(body.cursor),
    limit,
    term: body.searchTerm,
    accounts: [
      { type: 'email', keys: emails.flatMap((text) => readOne(emailAddress, text)) },
      { type: 'phone', keys: phoneNumbers.flatMap((text) => readOne(phone, text)) },
      { type: 'wallet', keys: walletAddresses.flatMap((text) => walletEntry(text) ?? []) },
    ],
  })
}

interface Reader {
  safeParse(text: string): { success: true; data: string } | { success: false }
}

function readOne(schema: Reader, text: string): string[] {
  const parsed = schema.safeParse(text)
  return parsed.success ? [parsed.data] : []
}
