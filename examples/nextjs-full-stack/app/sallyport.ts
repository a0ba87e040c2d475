import { createClient } from '@sallyport/node'
import { apiUrl, appId } from '../settings'

/** The app's back end: it verifies tokens offline, by the app's public keys. */
export const sallyport = createClient({ apiUrl, appId })
