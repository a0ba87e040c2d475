import { createHash } from 'node:crypto'
import type { CloudStorageName } from '@sallyport/contract'

/** Where the frame calls a cloud storage. */
export const storageOrigins = {
  'google-drive': 'https://www.googleapis.com',
  icloud: 'https://api.apple-cloudkit.com',
} as const satisfies Record<CloudStorageName, string>

/**
 * Headers of the frame page (security design 2.13).
 *
 * @param page.ancestors  Origins that may embed the page; none when the list is empty (ORI-06).
 * @param page.storages  Origins of the cloud storages that the app offers.
 * @param page.isWindow  The page is opened as a window by a frame of this origin in another page, and keeps that opener.
 * @param page.importMap  The text of the page's import map, the only inline script that may be there.
 */
export function framePageHeaders(page: {
  ancestors: readonly string[]
  storages: readonly string[]
  publicOrigin: string
  importMap: string | undefined
  isWindow?: boolean
}): Record<string, string> {
  const { ancestors, storages, publicOrigin, importMap, isWindow = false } = page
  const hash = importMap && createHash('sha256').update(importMap).digest('base64')
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' 'wasm-unsafe-eval'${hash ? ` 'sha256-${hash}'` : ''}`,
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      ["connect-src 'self'", ...new Set(storages)].join(' '),
      // A worker's code is a text in the page's hashed files: a file of its own would have no hash.
      'worker-src blob:',
      `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types sallyport-stretch',
    ].join('; '),
    ...isolation,
    ...(isWindow && { 'cross-origin-opener-policy': 'unsafe-none' }),
    'cache-control': 'no-store',
    ...transportSecurity(publicOrigin),
  }
}

/** Headers of the frame's hashed files. */
export function frameAssetHeaders(publicOrigin: string): Record<string, string> {
  return {
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'x-content-type-options': 'nosniff',
    ...transportSecurity(publicOrigin),
  }
}

const isolation = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
}

/** HSTS where the server is reached by https. */
export function transportSecurity(publicOrigin: string): Record<string, string> {
  if (!publicOrigin.startsWith('https://')) return {}
  return { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
}
