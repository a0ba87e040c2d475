import type { CrossAppRequester } from '@sallyport/contract'
import type { RequestUiOptions } from '@sallyport/core'
import type { Goal } from '../flow/screens.js'
import type { Settings } from '../settings.js'

// Not a name: apps cannot write it into the options of their own requests.
const askedBy = Symbol('askedBy')

/** The options of a wallet request that another app or site makes: always shown, and in its name. */
export function optionsFor(requester: CrossAppRequester): RequestUiOptions {
  return { showWalletUIs: true, [askedBy]: requester } as RequestUiOptions // the symbol is read below only
}

/** The host of an origin; the scheme of a native app, which has none. */
export function hostOf(origin: string): string {
  return (URL.canParse(origin) && new URL(origin).host) || origin
}

/**
 * The settings of a run: a request of another app or site shows that one's name, logo and host in place of the page's, and a login
 * message is held against its host.
 */
export function settingsOf(goal: Goal, settings: Settings): Settings {
  if (goal.goal !== 'confirm') return settings
  const { [askedBy]: requester } = goal.job.ui as { [askedBy]?: CrossAppRequester } // from `optionsFor`
  if (!requester) return settings
  return {
    ...settings,
    appName: requester.name,
    pageHost: hostOf(requester.origin),
    appearance: { ...settings.appearance, logo: requester.icon_url },
  }
}
