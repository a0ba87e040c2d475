import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { isLocalOrigin, matchesOrigin } from '../../apps/origins.js'

/** Schemes that a browser handles itself. */
const browserScheme = /^(?:javascript|data|blob|file|ftp|about|vbscript|wss?|view-source):$/
const maxLength = 2048

/**
 * Where a login returns to, checked and serialized again: a page of an allowed origin, or the app's own URL scheme
 * (OAU-09).
 *
 * @throws ApiError `invalid_data` when it is not a URL or a dangerous one, `invalid_origin` for a page the app does not list,
 *   `invalid_app_url_scheme_configuration` for a scheme it does not list.
 */
export function readRedirectTo(app: App, given: string): URL {
  if (given.length > maxLength || !/^[a-z][a-z0-9+.-]*:/i.test(given) || !URL.canParse(given)) {
    throw invalid()
  }
  const url = new URL(given)
  if (browserScheme.test(url.protocol) || url.username !== '' || url.password !== '')
    throw invalid()
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    // A parser that is more lenient than ours must not see another host.
    if (/[\\\s]/.test(given) || !/^https?:\/\/[^/]/i.test(given)) throw invalid()
    const isListed = app.allowedOrigins.some((entry) => matchesOrigin(entry, url.origin))
    if (isListed || (app.environment === 'development' && isLocalOrigin(url.origin))) return url
    throw new ApiError('invalid_origin')
  }
  if (app.settings.allowed_native_app_url_schemes.includes(url.protocol.slice(0, -1))) return url
  throw new ApiError('invalid_app_url_scheme_configuration', {
    message: `The scheme ${url.protocol.slice(0, 40)} is not one of the app’s allowed URL schemes`,
  })
}

function invalid(): ApiError {
  return new ApiError('invalid_data', { message: 'Please provide a valid redirect_to value.' })
}
