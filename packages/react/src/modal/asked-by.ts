import type { CrossAppRequester } from '@sallyport/contract'
import type { RequestUiOptions, SallyportClient } from '@sallyport/core'
import type { Settings } from '../settings.js'

/** The settings that a request of another app or site is shown with, by its options. */
export type RequesterSettings = WeakMap<RequestUiOptions, (own: Settings) => Settings>

/**
 * The options of a wallet request that another app or site makes: always shown, in that one's name, with its logo and host in place of
 * the page's; a login message is held against its host. Kept beside the options, so that apps can't write them into their own.
 */
export function optionsFor(
  client: SallyportClient,
  requester: CrossAppRequester,
): RequestUiOptions {
  const options: RequestUiOptions = { showWalletUIs: true }
  // Read by `modal-root`, which every login loads: this module is not.
  const known = (client.kept.get('asked-by') as RequesterSettings | undefined) ?? new WeakMap()
  client.kept.set('asked-by', known)
  known.set(options, (own) => ({
    ...own,
    appName: requester.name,
    pageHost: hostOf(requester.origin),
    appearance: { ...own.appearance, logo: requester.icon_url },
  }))
  return options
}

/** The host of an origin; the scheme of a native app, which has none. */
export function hostOf(origin: string): string {
  return (URL.canParse(origin) && new URL(origin).host) || origin
}
