import type { Target } from './find.js'

/** How long a pointer rests on a button before it holds it, and how long it does, in milliseconds. */
export const [aimMs, holdMs] = [700, 1_500]

/** The engines that the journeys are played in. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** How a browser is started; what an engine does not have is left out of its `settings` table. */
export interface ProfileOptions {
  /** Firefox: values of about:config. */
  prefs?: Record<string, unknown>
  /** WebKit and Chromium: command line options. */
  args?: readonly string[]
}

/** A tab, or a frame in one. */
export interface Tab {
  /** Different for each tab of a profile. */
  id: string
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Calls a function of the page: it sees nothing but its arguments, which are JSON as its result is. */
  run<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Whether there is such an element now. */
  has(target: Target): Promise<boolean>
  /** Presses by a real pointer. Whether there was such an element. */
  press(target: Target): Promise<boolean>
  /** Moves a real pointer there, and holds it down for as long as a button that is held asks. Whether there was such an element. */
  hold(target: Target): Promise<boolean>
  /** Types by real keys in place of what a field holds, then Enter if asked. Whether there was such a field. */
  type(target: Target, text: string, options?: { enter?: boolean }): Promise<boolean>
  /** The frame of the page whose address starts so, once it is there. */
  frame(address: string): Promise<Tab | undefined>
  /** The tabs of this browser but this one. */
  others(): Promise<Tab[]>
  /** Opens another tab of the same profile. */
  newTab(): Promise<Tab>
  isClosed(): Promise<boolean>
  /** PNG of what is in the window. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/** A browser with a profile of its own, which is deleted when it closes. */
export interface Profile {
  /** The first tab. */
  tab: Tab
  /** Clears databases, storage and cookies as the user does in the settings; not there where a driver cannot. */
  clearData?(): Promise<void>
  /** Gives the first tab a device with passkeys, which confirms each request; not there where a driver cannot. */
  addAuthenticator?(): Promise<void>
  close(): Promise<void>
}

/** Starts browsers of one engine. */
export interface Engine {
  name: EngineName
  open(options?: ProfileOptions): Promise<Profile>
}
