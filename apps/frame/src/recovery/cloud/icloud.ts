import type { StorageProblem } from '@sallyport/contract'
import { callStorage, readJson, type StorageAnswer } from './call-storage.js'
import { CloudError } from './cloud-error.js'
import type { Cloud, CloudOutside, CloudStore, ICloudContainer } from './cloud-store.js'
import { hasSecret, readRecoveryFile, writeRecoveryFile } from './recovery-file.js'

/** Record type of recovery secrets; the fields are those of a recovery file. */
const recordType = 'RecoverySecret'
const tokenHeader = 'x-apple-cloudkit-web-auth-token'

/** What CloudKit's refusals of a call or of a record mean. */
const problems: Readonly<Record<string, StorageProblem>> = {
  NOT_FOUND: 'missing',
  ZONE_NOT_FOUND: 'missing',
  QUOTA_EXCEEDED: 'full',
  AUTHENTICATION_REQUIRED: 'refused',
  AUTHENTICATION_FAILED: 'refused',
  ACCESS_DENIED: 'refused',
}

/**
 * The private database of the app's container in a user's iCloud, by CloudKit Web Services.
 *
 * @param readContainer  Asks the server for the app's container.
 * @see https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference
 */
export function createICloud(
  outside: CloudOutside,
  readContainer: Cloud['readContainer'],
): CloudStore {
  return {
    store: async ({ secret, walletId, accessToken }) => {
      const call = createCall(outside, await readContainer(), accessToken)
      const recordName = outside.webCrypto.randomUUID()
      const file = await writeRecoveryFile(outside.webCrypto, walletId, secret)
      const fields = Object.fromEntries(
        Object.entries(file).map(([name, value]) => [name, { value }]),
      )
      const record = { recordName, recordType, fields }
      await call('records/modify', { operations: [{ operationType: 'create', record }] })
      const read = await lookUp(call, recordName).catch((error: unknown) => {
        throw error instanceof CloudError && error.reason === 'missing'
          ? new CloudError('not-kept')
          : error
      })
      const isKept = await hasSecret(outside.webCrypto, walletId, { file: read, secret })
      if (!isKept) throw new CloudError('not-kept')
      return recordName
    },
    read: async ({ locator, walletId, accessToken }) => {
      const call = createCall(outside, await readContainer(), accessToken)
      return readRecoveryFile(outside.webCrypto, walletId, await lookUp(call, locator))
    },
  }
}

type Call = (operation: string, body: object) => Promise<unknown>

async function lookUp(call: Call, recordName: string): Promise<object> {
  const record = await call('records/lookup', { records: [{ recordName }] })
  const fields = readJson(JSON.stringify(record), 'fields')
  const values = Object.entries(Object(fields) as Record<string, unknown>).map(([name, field]) => [
    name,
    (Object(field) as { value?: unknown }).value,
  ])
  return Object.fromEntries(values)
}

/** Calls about one record, one after another: a token is for one call, and the answer has that of the next. */
function createCall(
  outside: CloudOutside,
  { container_identifier: container, environment, api_token }: ICloudContainer,
  accessToken: string,
): Call {
  let token = accessToken
  return async (operation, body) => {
    const place = [container, environment].map(encodeURIComponent).join('/')
    const query = new URLSearchParams({ ckAPIToken: api_token, ckWebAuthToken: token })
    const url = `https://api.apple-cloudkit.com/database/1/${place}/private/${operation}?${query}`
    const answer = await callStorage(outside, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    token = answer.headers.get(tokenHeader) ?? token
    return requireRecord(answer)
  }
}

/** The record of an answer. @throws CloudError for any refusal, of the call or of the record. */
function requireRecord({ status, text }: StorageAnswer): unknown {
  const record = readJson(text, 'records', 0)
  const code = readJson(text, 'serverErrorCode') ?? readJson(text, 'records', 0, 'serverErrorCode')
  if (status >= 200 && status < 300 && record !== undefined && code === undefined) return record
  const isRefused = status === 401 || status === 403 || status === 421
  throw new CloudError(problems[String(code)] ?? (isRefused ? 'refused' : 'unavailable'))
}
