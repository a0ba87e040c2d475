import type { SallyportClient } from '../client.js'
import type { CrossAppConnection } from '../features/cross-app.js'
import { accountsOf } from './accounts.js'

/** Where a page keeps what other apps are called, so that the next one knows it at once. */
const key = 'sallyport:provider-apps'

type Known = Readonly<Record<string, { name: string; logoUrl?: string }>>

/**
 * Has the user's accounts at other apps say what these are called (`providerApp`), which the server's answers do not. Gives the function
 * that stops it.
 *
 * @param read  Asks the server for the connections of the app.
 */
export function nameProviderApps(
  client: SallyportClient,
  read: () => Promise<readonly CrossAppConnection[]>,
): () => void {
  const { storage } = client.environment
  let isAsked = false
  const learn = async () => {
    const apps = await read()
    const known = apps.map(({ appId, name, iconUrl }) => [
      appId,
      { name, ...(iconUrl !== null && { logoUrl: iconUrl }) },
    ])
    storage.set(key, Object.fromEntries(known))
    const token = client.session.tokens.access()
    // Shows the user anew, with the names.
    if (token) await client.session.readUser(token)
  }
  const apply = () => {
    const accounts = client.state.user ? accountsOf(client.state.user) : []
    if (accounts.length === 0) return
    const known = readKnown(storage.get(key))
    // Made for this state alone, which nothing has drawn yet.
    for (const { providerApp } of accounts) Object.assign(providerApp, known[providerApp.id])
    if (isAsked || accounts.every(({ providerApp }) => providerApp.name !== undefined)) return
    isAsked = true
    // Without them the accounts have the ids of the apps.
    learn().catch(() => undefined)
  }
  apply()
  return client.subscribe(apply)
}

/** Other scripts of the page can write there. */
function readKnown(stored: unknown): Known {
  if (!stored || typeof stored !== 'object') return {}
  const named = Object.entries(stored).filter(([, app]) => typeof app?.name === 'string')
  return Object.fromEntries(named) as Known // what `learn` wrote
}
