import type { App } from '../../apps/app.js'

/** Pages of the auth origin on which users log in, below the app's folder. */
const pages = ['approval', 'device']
const maxLength = 2048

/**
 * A page of the app on the auth origin that a login at a provider may return to, with the query that says what it is about; undefined for
 * every other address.
 */
export function readOwnPage(
  given: string,
  { app, origin }: { app: Pick<App, 'id'>; origin: string },
): URL | undefined {
  if (given.length > maxLength || !URL.canParse(given)) return undefined
  const url = new URL(given)
  const isOwn = pages.some(
    (page) =>
      `${url.origin}${url.pathname}` === `${origin}/apps/${app.id}/embedded-wallets/${page}`,
  )
  return isOwn && url.username === '' && url.password === '' && url.hash === '' ? url : undefined
}
