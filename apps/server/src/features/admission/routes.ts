import { ApiError, type allowlistTypes, api, type denylistTypes } from '@sallyport/contract'
import { recordListChange } from '../../audit/record-app-change.js'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import {
  type AdmissionList,
  addEntry,
  type ListedEntry,
  maxDenylistEntries,
  maxTestAccounts,
  readList,
  removeEntry,
} from '../../db/admission.js'
import { addTestAccount, listTestAccounts, removeTestAccount } from '../../db/test-accounts.js'
import type { Deps } from '../../deps.js'
import { type AppCaller, type Implementation, implement } from '../../http/implement.js'
import { newTestAccount, toWireTestAccount } from '../../identity/test-accounts.js'
import { randomId } from '../../ports/random.js'
import { readListValue, showListValue } from './list-value.js'

/** Most entries of an allow list: as many as one answer can hold. */
const maxAllowlistEntries = 100_000

type AllowType = (typeof allowlistTypes)[number]
type DenyType = (typeof denylistTypes)[number]

/** Who may log in to an app, for its back end (wire reference §23). */
export function admissionRoutes(deps: Deps): Implementation[] {
  const add = async <T extends DenyType>(
    { app }: AppCaller,
    list: AdmissionList,
    given: { type: T; value: string; limit: number },
  ) => {
    const { type, limit } = given
    const value = readListValue(type, given.value)
    const entry = await addEntry(deps.db, list, {
      appId: app.id,
      type,
      value,
      mac: macOf(deps, list, { app_id: app.id, type, value }),
      id: randomId(deps.random),
      nowMs: deps.clock.nowMs(),
      limit,
    })
    deps.apps.forget(app.id)
    return entry && toWire<T>(app.id, entry)
  }
  const remove = async (
    { app }: AppCaller,
    list: AdmissionList,
    { type, value }: { type: DenyType; value: string },
  ) => {
    const entry = { appId: app.id, type, value: readListValue(type, value) }
    const nowMs = deps.clock.nowMs()
    const isRemoved = await deps.db.transaction().execute(async (transaction) => {
      const wasThere = await removeEntry(transaction, list, entry)
      const change = { appId: app.id, list, change: 'removed', nowMs }
      if (wasThere) await recordListChange(transaction, change)
      return wasThere
    })
    deps.apps.forget(app.id)
    return { message: isRemoved ? 'The entry was removed' : 'The list has no such entry' }
  }

  return implement(api.admission, {
    allowlist: async ({ caller, params }) => {
      requireOwnApp(caller, params)
      const entries = await readList(deps.db, 'allowlist_entry', caller.app.id)
      return entries.map((entry) => toWire<AllowType>(caller.app.id, entry))
    },
    allow: async ({ caller, params, body }) => {
      requireOwnApp(caller, params)
      const entry = await add(caller, 'allowlist_entry', { ...body, limit: maxAllowlistEntries })
      if (entry) return entry
      throw new ApiError('invalid_data', { message: 'The allow list is full' })
    },
    disallow: async ({ caller, params, body }) => {
      requireOwnApp(caller, params)
      return remove(caller, 'allowlist_entry', body)
    },
    denylist: async ({ caller, params }) => {
      requireOwnApp(caller, params)
      const entries = await readList(deps.db, 'denylist_entry', caller.app.id)
      return entries.map((entry) => toWire<DenyType>(caller.app.id, entry))
    },
    deny: async ({ caller, params, body }) => {
      requireOwnApp(caller, params)
      const entry = await add(caller, 'denylist_entry', { ...body, limit: maxDenylistEntries })
      if (entry) return entry
      throw new ApiError('max_denylist_entries_reached')
    },
    undeny: async ({ caller, params, body }) => {
      requireOwnApp(caller, params)
      return remove(caller, 'denylist_entry', body)
    },
    testCredentials: async ({ caller, params }) => {
      requireOwnApp(caller, params)
      const rows = caller.app.testAccountsEnabled
        ? await listTestAccounts(deps.db, caller.app.id)
        : []
      const data = rows.map((row) => toWireTestAccount(deps.keyEncryption.logins, row))
      const [first] = data
      const flat = first && {
        email: first.email,
        phoneNumber: first.phone_number,
        otpCode: first.otp_code,
      }
      return { data, ...flat }
    },
    addTestAccount: async ({ caller: { app, ...caller }, params, body }) => {
      requireOwnApp({ app, ...caller }, params)
      if (!app.testAccountsEnabled) throw new ApiError('feature_not_enabled')
      const row = newTestAccount(deps, { appId: app.id, name: body.name })
      if (!(await addTestAccount(deps.db, { ...row, limit: maxTestAccounts }))) {
        throw new ApiError('max_accounts_reached', {
          message: `An app has at most ${maxTestAccounts} test accounts`,
        })
      }
      deps.apps.forget(app.id)
      return toWireTestAccount(deps.keyEncryption.logins, row)
    },
    removeTestAccount: async ({ caller, params }) => {
      requireOwnApp(caller, params)
      await removeTestAccount(deps.db, { appId: caller.app.id, id: params.test_account_id })
      deps.apps.forget(caller.app.id)
      return { success: true }
    },
  })
}

/** An entry of the deny list has none: it admits no user. */
function macOf(
  { keyEncryption }: Deps,
  list: AdmissionList,
  row: { app_id: string; type: string; value: string },
): Buffer | null {
  if (list === 'denylist_entry') return null
  return rowMac(keyEncryption, authenticRows.allowlistEntry, row)
}

/** The path names an app as well; it has to be the one whose secret came along (APP-03). */
function requireOwnApp({ app }: AppCaller, { app_id }: { app_id: string }): void {
  if (app_id !== app.id) throw new ApiError('missing_or_invalid_privy_app_id')
}

function toWire<T extends DenyType>(appId: string, { id, accepted_at, ...entry }: ListedEntry) {
  // A list holds only the types that its route takes.
  const type = entry.type as T
  const acceptedAt = accepted_at === null ? null : Math.floor(accepted_at / 1000)
  return { id, appId, type, value: showListValue(type, entry.value), acceptedAt }
}
