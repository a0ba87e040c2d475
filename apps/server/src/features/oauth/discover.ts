import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { isLocalOrigin } from '../../apps/origins.js'
import type { Deps } from '../../deps.js'
import { fieldsOf } from '../../ports/fields-of.js'
import { placeOf } from '../../ports/place-of.js'
import type { IssuerEndpoints } from './custom-provider.js'

const deadlineMs = 5_000

/**
 * Reads what an issuer says about itself (OpenID Connect Discovery 1.0, 4).
 *
 * @throws ApiError `invalid_data` that says what is wrong: the URL, the document, or an endpoint of it.
 */
export async function discover(
  { outbound, config }: Pick<Deps, 'outbound' | 'config'>,
  { issuer, environment }: { issuer: string; environment: App['environment'] },
): Promise<IssuerEndpoints> {
  requireWebUrl(issuer, { name: 'issuer', environment })
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const signal = AbortSignal.timeout(deadlineMs)
  const answer = await outbound({ url: placeOf(config, url), signal }).catch(() => undefined)
  if (answer?.status !== 200) throw invalid(`${url} cannot be read`)
  const document = fieldsOf(answer.json)
  if (document.issuer !== issuer) {
    throw invalid('The discovery document names another issuer: use exactly that one')
  }
  const endpoint = (name: string) => requireWebUrl(document[name], { name, environment })
  return {
    authorize: endpoint('authorization_endpoint'),
    token: endpoint('token_endpoint'),
    keys: endpoint('jwks_uri'),
    userinfo: document.userinfo_endpoint === undefined ? null : endpoint('userinfo_endpoint'),
    authentication: authenticationOf(document.token_endpoint_auth_methods_supported),
  }
}

/** Without a list it is `client_secret_basic`. @throws ApiError for a provider that takes no secret. */
function authenticationOf(methods: unknown): IssuerEndpoints['authentication'] {
  if (!Array.isArray(methods) || methods.includes('client_secret_basic')) return 'basic'
  if (methods.includes('client_secret_post')) return 'body'
  throw invalid('The provider takes neither client_secret_basic nor client_secret_post')
}

/** https; in development also http of this machine. */
function requireWebUrl(
  value: unknown,
  { name, environment }: { name: string; environment: App['environment'] },
): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  const isLocal = environment === 'development' && url !== undefined && isLocalOrigin(url.origin)
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  const isPlain = url?.username === '' && url.password === '' && url.hash === ''
  if (typeof value === 'string' && value.length <= 500 && isWeb && isPlain) return value
  throw invalid(`${name} must be an https URL`)
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
