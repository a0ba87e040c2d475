import { callStorage, readJson, type StorageAnswer } from './call-storage.js'
import { CloudError } from './cloud-error.js'
import type { CloudOutside, CloudStore } from './cloud-store.js'
import { hasSecret, readRecoveryFile, writeRecoveryFile } from './recovery-file.js'

const api = 'https://www.googleapis.com'
const full = [
  'storageQuotaExceeded',
  'teamDriveFileLimitExceeded',
  'activeItemCreationLimitExceeded',
]

/**
 * The folder of the app's own data in a user's Google Drive. Only the app's OAuth client sees it.
 *
 * @see https://developers.google.com/workspace/drive/api/guides/appdata
 */
export function createGoogleDrive(outside: CloudOutside): CloudStore {
  const readFile = async (id: string, accessToken: string) => {
    const path = `${api}/drive/v3/files/${encodeURIComponent(id)}?alt=media`
    return requireSuccess(await callStorage(outside, path, authorized(accessToken)))
  }
  return {
    store: async ({ secret, walletId, accessToken }) => {
      const id = await createFile(outside, {
        accessToken,
        content: JSON.stringify(await writeRecoveryFile(outside.webCrypto, walletId, secret)),
      })
      const { text } = await readFile(id, accessToken).catch((error: unknown) => {
        throw error instanceof CloudError && error.reason === 'missing'
          ? new CloudError('not-kept')
          : error
      })
      const isKept = await hasSecret(outside.webCrypto, walletId, { file: readJson(text), secret })
      if (!isKept) throw new CloudError('not-kept')
      return id
    },
    read: async ({ locator, walletId, accessToken }) => {
      const { text } = await readFile(locator, accessToken)
      return readRecoveryFile(outside.webCrypto, walletId, readJson(text))
    },
  }
}

async function createFile(
  outside: CloudOutside,
  { accessToken, content }: { accessToken: string; content: string },
): Promise<string> {
  const { webCrypto } = outside
  const name = `${webCrypto.randomUUID()}.json`
  const boundary = webCrypto.randomUUID()
  const part = (json: string) =>
    `--${boundary}\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${json}\r\n`
  const metadata = { name, parents: ['appDataFolder'], mimeType: 'application/json' }
  const { headers } = authorized(accessToken)
  const answer = await callStorage(
    outside,
    `${api}/upload/drive/v3/files?uploadType=multipart&fields=id`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': `multipart/related; boundary=${boundary}` },
      body: `${part(JSON.stringify(metadata))}${part(content)}--${boundary}--`,
    },
  )
  const id = readJson(requireSuccess(answer).text, 'id')
  if (typeof id !== 'string' || !/^[\w-]{1,200}$/.test(id)) throw new CloudError('unavailable')
  return id
}

function authorized(accessToken: string) {
  return { headers: { authorization: `Bearer ${accessToken}` } }
}

/** @throws CloudError for any refusal. */
function requireSuccess(answer: StorageAnswer): StorageAnswer {
  const { status, text } = answer
  if (status >= 200 && status < 300) return answer
  if (status === 404) throw new CloudError('missing')
  const reason = readJson(text, 'error', 'errors', 0, 'reason')
  if (status === 403 && full.includes(String(reason))) throw new CloudError('full')
  const isLimit = /RateLimitExceeded$|^rateLimitExceeded$|^dailyLimitExceeded$/.test(String(reason))
  throw new CloudError((status === 401 || status === 403) && !isLimit ? 'refused' : 'unavailable')
}
