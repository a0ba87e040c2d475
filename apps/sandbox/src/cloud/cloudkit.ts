import { randomBytes } from 'node:crypto'
import type { CloudAnswer } from './answers.js'
import { type CloudFile, type CloudFiles, staleOf } from './files.js'

/** API tokens of the sandbox's container: CloudKit gives one for each kind of client. */
export const cloudKitTokens = { web: '5a'.repeat(32), 'expo-ios': '5b'.repeat(32) } as const
/** Container of the sandbox's app. */
export const cloudKitContainer = 'iCloud.dev.sallyport.sandbox'

const host = '/api.apple-cloudkit.com'
const signInPath = '/idmsa.apple.com/appleauth/auth/authorize/signin'
/** Each answer has the token of the next call. */
const tokenHeader = 'x-apple-cloudkit-web-auth-token'

interface CloudKit {
  files: CloudFiles
  /** The Apple account of each token that was not used yet. */
  tokens: Map<string, string>
}

/** A token for one call as an Apple account. */
export function issueToken({ tokens }: CloudKit, account: string): string {
  const token = `158__54__${randomBytes(48).toString('base64')}`
  tokens.set(token, account)
  return token
}

/**
 * The private database of a container, by CloudKit Web Services: who is it, look up and create records.
 *
 * @param answer  What it does.
 * @returns undefined for a request that is not CloudKit's.
 * @see https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference
 */
export async function answerCloudKit(
  cloudKit: CloudKit,
  request: Request,
  answer: CloudAnswer,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  if (!url.pathname.startsWith(`${host}/`)) return undefined
  if (answer === 'down') return refuse(500, 'INTERNAL_ERROR', 'internal server error')
  const [, container, , database, ...rest] = url.pathname
    .slice(`${host}/database/`.length)
    .split('/')
  const apiToken = url.searchParams.get('ckAPIToken') ?? ''
  const clientType = Object.entries(cloudKitTokens).find(([, token]) => token === apiToken)?.[0]
  if (container !== cloudKitContainer || clientType === undefined) {
    return refuse(401, 'AUTHENTICATION_FAILED', 'no auth method found')
  }
  const webToken = url.searchParams.get('ckWebAuthToken') ?? ''
  const account = cloudKit.tokens.get(webToken)
  cloudKit.tokens.delete(webToken)
  if (account === undefined || answer === 'revoked') return signIn(url, clientType)
  const headers = { [tokenHeader]: issueToken(cloudKit, account) }
  const operation = rest.join('/')
  if (operation === 'users/caller') {
    return Response.json({ userRecordName: `_${account}` }, { headers })
  }
  if (answer === 'refused') return refuse(403, 'ACCESS_DENIED', 'private db access denied')
  const run = operations[operation]
  if (database !== 'private' || run === undefined || request.method !== 'POST') {
    return refuse(400, 'BAD_REQUEST', 'unknown operation')
  }
  const body: unknown = JSON.parse(await request.text())
  const owner = `icloud/${container}/${account}`
  return Response.json({ records: run({ ...cloudKit, owner, answer }, body) }, { headers })
}

/** What CloudKit says to a caller it does not know: where to sign in. */
function signIn({ origin }: URL, clientType: string) {
  const answer = {
    uuid: 'e1a1f1d2-0000-4000-8000-000000000000',
    serverErrorCode: 'AUTHENTICATION_REQUIRED',
    reason: 'request needs authorization',
    redirectURL: `${origin}${signInPath}?client=${clientType}`,
  }
  return Response.json(answer, { status: 421 })
}

interface Visit extends CloudKit {
  owner: string
  answer: CloudAnswer
}

const operations: Readonly<Record<string, (visit: Visit, body: unknown) => object[]>> = {
  'records/lookup': (visit, body) =>
    listIn(body, 'records').map((record) => lookUp(visit, String(fieldIn(record, 'recordName')))),
  'records/modify': (visit, body) =>
    listIn(body, 'operations').map((operation) => modify(visit, operation)),
}

function lookUp({ files, owner, answer }: Visit, recordName: string): object {
  const file = files.find(owner, recordName)
  if (file === undefined || answer === 'deleted') return failed(recordName, 'NOT_FOUND')
  const shown = answer === 'stale' ? staleOf(files, file) : file
  return shown ? recordOf({ ...shown, id: recordName }) : failed(recordName, 'NOT_FOUND')
}

function modify({ files, owner, answer }: Visit, operation: unknown): object {
  const record = fieldIn(operation, 'record')
  const recordName = String(fieldIn(record, 'recordName'))
  if (fieldIn(operation, 'operationType') !== 'create') return failed(recordName, 'BAD_REQUEST')
  if (answer === 'full') return failed(recordName, 'QUOTA_EXCEEDED')
  if (files.find(owner, recordName)) return failed(recordName, 'CONFLICT')
  const file: CloudFile = {
    id: recordName,
    owner,
    name: String(fieldIn(record, 'recordType')),
    content: JSON.stringify(fieldIn(record, 'fields')),
  }
  files.add(file)
  return recordOf(file)
}

function recordOf({ id, name, content }: CloudFile): object {
  return { recordName: id, recordType: name, fields: JSON.parse(content), recordChangeTag: '1' }
}

function failed(recordName: string, serverErrorCode: string): object {
  return { recordName, serverErrorCode, reason: 'the record was refused' }
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listIn(value: unknown, name: string): unknown[] {
  const list = fieldIn(value, name)
  return Array.isArray(list) ? list : []
}

function refuse(status: number, serverErrorCode: string, reason: string) {
  return Response.json({ serverErrorCode, reason }, { status })
}
