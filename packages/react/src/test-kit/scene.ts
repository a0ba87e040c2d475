import type { AppConfig, LinkedAccount } from '@sallyport/contract'
import type { MfaMethod } from '@sallyport/core'
import type { SallyportConfig } from '../config.js'
import type { FundingOrder } from '../flow/funding-data.js'
import type { DataOf, Goal, LoginMethod, Place, ScreenName } from '../flow/screens.js'
import type { ModalContext } from '../modal/modal-context.js'
import type { Answers } from './answers.js'
import type { FakeWallet } from './external-wallets.js'

/** One screen in one state: all that decides what is drawn, and nothing else. */
export interface SceneOf<S extends ScreenName> {
  /** When a user sees it, as a sentence of the screen reference. */
  when: string
  data: DataOf<S>
  /** The place below it on the stack: then there is a way back. */
  below?: Omit<Place, 'id'>
  goal?: Goal
  connection?: ModalContext['connection']
  /** Host of the page; default: the samples'. */
  pageHost?: string
  /** Default: a browser that is not inside of another app. */
  userAgent?: string
  app?: Partial<AppConfig>
  config?: SallyportConfig
  answers?: Answers
  /** How this browser last logged in. */
  lastMethod?: LoginMethod
  /** The masked address of that login. */
  lastAddress?: string
  /** What the user has linked; given where the data alone does not say that a user is logged in. */
  accounts?: readonly LinkedAccount[]
  /** The user's second factors. */
  factors?: readonly MfaMethod[]
  /** External wallets of the page. */
  wallets?: readonly FakeWallet[]
  /** Those of them that are connected. */
  connected?: readonly FakeWallet[]
  /** Payments that the user has begun. */
  orders?: readonly FundingOrder[]
  /** The screen itself never comes: what stands in for it is the scene. */
  standIn?: boolean
  /** What is done before it is looked at, in order. The clock stands still but for `waitMs`. */
  act?: readonly Step[]
}

/** A key, a press or a while: `type` writes into the field, `press` clicks what the selector finds first. */
export type Step = { type: string } | { press: string } | { waitMs: number }

/** A scene of any screen. */
export type Scene = SceneOf<ScreenName>

/** The states of one screen by name, in kebab case; each has at least the one it is known by. */
export type States<S extends ScreenName> = Record<string, SceneOf<S>>
