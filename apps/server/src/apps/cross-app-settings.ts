import { ApiError, type CrossAppSettings } from '@sallyport/contract'
import { parseAllowedOrigin, productionOriginProblem } from './origins.js'

/**
 * Checks how an app shares wallets with others.
 *
 * @throws ApiError `invalid_data` that names the setting.
 */
export function checkCrossApp(
  { page_url: page, requesters, requester_sites: sites, providers }: CrossAppSettings,
  environment: 'development' | 'production',
): void {
  if (page !== null) checkPage(page, environment)
  for (const [name, list] of Object.entries({ requesters, providers })) {
    const ids = list.map(({ app_id }) => app_id)
    if (new Set(ids).size !== ids.length) throw invalid(`${name} must name each app once`)
  }
  for (const { origin } of sites) checkSite(origin, environment)
  if (new Set(sites.map(({ origin }) => origin)).size !== sites.length) {
    throw invalid('requester_sites must name each origin once')
  }
}

/** Whether the page is one of an allowed domain is decided when it is used: the domains can change. */
function checkPage(page: string, environment: 'development' | 'production'): void {
  const {
    protocol = '',
    username = '',
    password = '',
    hash = '',
  } = URL.canParse(page) ? new URL(page) : {}
  const isWeb = protocol === 'https:' || (protocol === 'http:' && environment === 'development')
  if (isWeb && username === '' && password === '' && hash === '') return
  throw invalid('page_url must be an https URL without user, password and fragment')
}

function checkSite(origin: string, environment: 'development' | 'production'): void {
  const parsed = parseAllowedOrigin(origin)
  if (parsed?.serialized !== origin || parsed.around !== undefined) {
    throw invalid('requester_sites must name origins, such as https://app.example.com')
  }
  const problem = environment === 'production' ? productionOriginProblem(parsed) : undefined
  if (problem !== undefined) throw invalid(`requester_sites: ${problem}`)
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message: `cross_app.${message}` })
}
