import type { CrossAppRequester } from '@sallyport/contract'
import type { Screen } from './screens.js'

type Nothing = Record<never, never>

/** Another app or site that asks to know the user's wallets. */
export interface SharingVisit {
  /** `login`: an app, which learns all of them. `connect`: a site, which learns one. */
  kind: 'login' | 'connect'
  /** Whether the page that asks can still be told. */
  canAnswer: boolean
  /** Who asks. @throws the server's refusal. */
  describe(): Promise<CrossAppRequester>
  /** The wallets that it would learn, or of which the user chooses one; none where one is made first. */
  wallets(): readonly string[]
  /** Shares them. @param address  the chosen one; null where there is none to choose. */
  approve(address: string | null): Promise<void>
  /** Whether a press was the user's own. */
  isMeant(press: { isTrusted: boolean }): boolean
}

/** A connected app or site that asks for a signature. */
export interface RequestVisit {
  canAnswer: boolean
  /** As it calls itself, until the server has said who it is. */
  from: string
  /** Lets the request through to the screens of its kind. @throws why not, which the asking page has been told. */
  open(): Promise<void>
}

/** The screens that other apps and sites lead to. */
export interface SharingScreens {
  CROSS_APP_CONSENT_SCREEN: Screen<{ visit: SharingVisit }, { approved: Nothing; refused: Nothing }>
  CROSS_APP_REQUEST_SCREEN: Screen<{ visit: RequestVisit }, { opened: Nothing; closed: Nothing }>
}

/** What they are opened for. */
export type SharingGoal =
  | { goal: 'share'; visit: SharingVisit }
  | { goal: 'open-request'; visit: RequestVisit }
