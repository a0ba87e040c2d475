import { type SallyportClient, session } from '@sallyport/core'

let client: SallyportClient | null = null

/** Remembers the client of the provider that is mounted; null when it is gone. */
export function setMountedClient(mounted: SallyportClient | null): void {
  client = mounted
}

/**
 * A token for the app's own back end, valid for at least 30 s; null when logged out, and before a `SallyportProvider` is
 * mounted. Works outside of React.
 */
export async function getAccessToken(): Promise<string | null> {
  return client === null ? null : session.getAccessToken(client)
}
