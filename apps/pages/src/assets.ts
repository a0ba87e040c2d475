import { extname } from 'node:path'
import { type FrameFiles, releaseNames, sha256 } from './frame-files.js'
import type { PageAnswer } from './page-answer.js'
import { releaseManifest } from './release.js'
import { frameAssetHeaders } from './security-headers.js'

const hashedName = /[-.][A-Za-z0-9_-]{8,}\.\w+$/

/** Content types by the ending of a name; other files are not served. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** Downloaded and never shown: as a page of this origin it would be where device shares are kept. */
const downloads: Readonly<Record<string, string>> = {
  'exit-kit.html': 'text/html; charset=utf-8',
}

/** The frame's files by their paths on the auth origin. The page is not one: it is served with an app's configuration. */
export function assetAnswers(
  files: FrameFiles,
  publicOrigin: string,
): ReadonlyMap<string, PageAnswer> {
  const answers = [...files].flatMap(([path, body]): [string, PageAnswer][] => {
    const type = downloads[path] ?? contentTypes[extname(path)]
    if (type === undefined || path.split('/').some((part) => part.startsWith('.'))) return []
    const headers = {
      'content-type': type,
      'cache-control': hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${sha256(body)}"`,
      ...(path in downloads ? { 'content-disposition': `attachment; filename="${path}"` } : {}),
      ...frameAssetHeaders(publicOrigin),
    }
    return [[`/frame/${path}`, { status: 200, headers, body }]]
  })
  // What was built, for `npm run verify-frame` and anyone else who compares.
  const body = releaseManifest(files)
  const manifest: PageAnswer = {
    status: 200,
    headers: {
      etag: `"${sha256(Buffer.from(body))}"`,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      ...frameAssetHeaders(publicOrigin),
    },
    body,
  }
  return new Map([...answers, [`/frame/${releaseNames.manifest}`, manifest]])
}
