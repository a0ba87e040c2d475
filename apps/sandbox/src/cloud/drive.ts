import { randomBytes } from 'node:crypto'
import type { CloudAnswer } from './answers.js'
import { type CloudFiles, staleOf } from './files.js'

const filesPath = '/www.googleapis.com/drive/v3/files'
const uploadPath = '/www.googleapis.com/upload/drive/v3/files'
const scope = 'https://www.googleapis.com/auth/drive.appdata'

/** Who an access token of the simulated Google is for. */
type GrantOf = (
  accessToken: string,
) => { personId: string; clientId: string; scope: string } | undefined

interface Drive {
  files: CloudFiles
  grantOf: GrantOf
}

/**
 * The folder of an app's own data in Google Drive (API v3): create, list, read and delete.
 *
 * @param answer  What it does.
 * @returns undefined for a request that is not Drive's.
 * @see https://developers.google.com/workspace/drive/api/guides/appdata
 */
export async function answerDrive(
  drive: Drive,
  request: Request,
  answer: CloudAnswer,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  const isUpload = url.pathname === uploadPath
  if (!isUpload && !`${url.pathname}/`.startsWith(`${filesPath}/`)) return undefined
  if (answer === 'down') return refuse(500, 'backendError', 'Internal Error')
  const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
  const grant = drive.grantOf(token)
  if (grant === undefined || answer === 'revoked') {
    return refuse(401, 'authError', 'Invalid Credentials')
  }
  if (!grant.scope.split(' ').includes(scope) || answer === 'refused') {
    return refuse(403, 'insufficientPermissions', 'Insufficient Permission')
  }
  const owner = `google/${grant.clientId}/${grant.personId}`
  const visit = { ...drive, owner, answer }
  if (isUpload) return create(visit, request, url)
  const id = decodeURIComponent(url.pathname.slice(filesPath.length + 1))
  if (id === '') return list(visit, url)
  if (request.method === 'DELETE') return remove(visit, id)
  return read(visit, id, url)
}

interface Visit extends Drive {
  owner: string
  answer: CloudAnswer
}

async function create({ files, owner, answer }: Visit, request: Request, url: URL) {
  if (request.method !== 'POST' || url.searchParams.get('uploadType') !== 'multipart') {
    return refuse(400, 'badRequest', 'Bad Request')
  }
  const parts = readRelated(request.headers.get('content-type') ?? '', await request.text())
  const { name, parents } = readMetadata(parts?.[0])
  const content = parts?.[1]
  if (content === undefined) return refuse(400, 'badContent', 'Malformed multipart body.')
  // The scope covers this one folder.
  if (parents !== 'appDataFolder') {
    return refuse(403, 'insufficientScopes', 'The granted scopes do not give access to this space.')
  }
  if (answer === 'full') {
    return refuse(403, 'storageQuotaExceeded', "The user's Drive storage quota has been exceeded.")
  }
  const id = randomBytes(33).toString('base64url')
  files.add({ id, owner, name, content })
  return Response.json({ id })
}

function list({ files, owner }: Visit, url: URL) {
  if (url.searchParams.get('spaces') !== 'appDataFolder') {
    return refuse(403, 'insufficientScopes', 'The granted scopes do not give access to this space.')
  }
  return Response.json({ files: files.list(owner).map(({ id, name }) => ({ id, name })) })
}

function read({ files, owner, answer }: Visit, id: string, url: URL) {
  const file = files.find(owner, id)
  if (file === undefined || answer === 'deleted') return notFound(id)
  if (url.searchParams.get('alt') !== 'media') return Response.json({ id, name: file.name })
  const shown = answer === 'stale' ? staleOf(files, file) : file
  return shown ? new Response(shown.content) : notFound(id)
}

function remove({ files, owner }: Visit, id: string) {
  return files.remove(owner, id) ? new Response(null, { status: 204 }) : notFound(id)
}

/** The parts of a `multipart/related` body, without their headers. */
function readRelated(contentType: string, body: string): string[] | undefined {
  const boundary = /^multipart\/related;\s*boundary="?([\w'()+,./:=?-]{1,70})"?$/.exec(
    contentType,
  )?.[1]
  if (boundary === undefined) return undefined
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, ''))
}

function readMetadata(text = '{}'): { name: string; parents: string } {
  const json: unknown = JSON.parse(text)
  const fields: object = typeof json === 'object' && json !== null ? json : {}
  return {
    name: String(Reflect.get(fields, 'name') ?? 'Untitled'),
    parents: String(Reflect.get(fields, 'parents')),
  }
}

function notFound(id: string) {
  return refuse(404, 'notFound', `File not found: ${id}.`)
}

function refuse(code: number, reason: string, message: string) {
  const error = { code, message, errors: [{ domain: 'global', reason, message }] }
  return Response.json({ error }, { status: code })
}
