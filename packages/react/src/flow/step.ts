import type { ExitCode } from './exit-codes.js'
import type { DataOf, ScreenName } from './screens.js'

/** What a transition decides. */
export type Step =
  | (Move<'go'> & { keep?: object })
  | Move<'enter'>
  | { kind: 'back' }
  | { kind: 'done'; value: unknown }
  | { kind: 'fail'; code: ExitCode }

type Move<Kind> = {
  [S in ScreenName]: { kind: Kind; screen: S; data: DataOf<S> }
}[ScreenName]

/** Shows a screen; the way back leads here, to the data it had with `keep` laid over it. */
export function go<S extends ScreenName>(screen: S, data: DataOf<S>, keep: object = {}): Step {
  // `screen` and `data` belong together by the signature; the union cannot follow a type parameter.
  return { kind: 'go', screen, data, keep } as Step
}

/** Shows a screen and removes the way back: a used code can't be used again. */
export function enter<S extends ScreenName>(screen: S, data: DataOf<S>): Step {
  // As in `go`.
  return { kind: 'enter', screen, data } as Step
}

/** Returns to the screen before, or ends the flow when there is none. */
export const back: Step = { kind: 'back' }

/** Ends the flow with its goal reached. */
export function done(value: unknown): Step {
  return { kind: 'done', value }
}

/** Ends the flow without its goal. */
export function fail(code: ExitCode): Step {
  return { kind: 'fail', code }
}
