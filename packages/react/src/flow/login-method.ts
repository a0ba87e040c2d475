import type { CustomProvider, LoginSwitch } from '@sallyport/contract'
import type { User } from '@sallyport/core'
import type { ComponentType } from 'react'
import type { Copy } from '../copy/en.js'
import type { Kit } from '../kit.js'
import type { CodeCalls } from '../late-code-calls.js'
import type { Settings } from '../settings.js'
import type { IconShape } from '../ui/icons.js'
import type { LandingData, LinkOptions, LoginMethod, Prefill, ScreenProps } from './screens.js'
import type { Step } from './step.js'

/** How the modal offers one login method. A new method is a folder in `features` and a line in `login-methods.ts`. */
export interface LoginMethodEntry {
  id: LoginMethod
  /** The app's setting that turns the method on; of several, each does. Null: only the provider's `config` does. */
  switch: LoginSwitch | readonly LoginSwitch[] | CustomProvider | null
  icon: IconShape
  /** What a row that leads to the method says. */
  name(copy: Copy, settings: Pick<Settings, 'providers'>): string
  /**
   * A form stands above the divider of the first screen, a row below it. Of several forms one is open; the others are rows
   * that open them. A hidden method has no place there.
   */
  kind: 'form' | 'row' | 'hidden'
  /** Whether it is one of the providers, whose marks say enough: those after the first rows are tiles of a grid. */
  isProvider?: boolean
  Entry: ComponentType<EntryProps>
  /** Loads an entry that is not there from the start, so that it can be drawn with the others. */
  prepare?(kit: Kit): Promise<void>
  isPrepared?(): boolean
  /** How a login by one-time code works; null for a method without codes. */
  code: CodeLogin | null
  /**
   * The first screen of linking an account by this method, made by `enter`. Its screens get the intent `link` and end with
   * `linked` or `conflicted` by `proveLink`. Null for a method whose account can't be linked.
   */
  link: ((options: LinkOptions) => Step) | null
}

/** What the first screen gives the entry of a method. */
export interface EntryProps {
  data: LandingData
  end: ScreenProps<'LANDING'>['end']
  /** Whether this browser logged in by this method last. */
  wasLast: boolean
  /** Whether another method is being used. */
  blocked: boolean
  /** Whether it is a tile of a grid, with little room for words. */
  isTile?: boolean
  /** Takes whether this method is being used. */
  onBusy(isBusy: boolean): void
}

/** A login by a code that is sent to an address; the same codes link and replace addresses. */
export interface CodeLogin extends Omit<CodeCalls, 'unlink'> {
  /** The kind of address, as apps prefill it. */
  prefill: Prefill['type']
  /** The user's address of this kind. */
  currentOf(user: User): string | undefined
  /** Where to look for a message that has not come. */
  notReceived(copy: Copy): string
}
