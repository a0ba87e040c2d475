import type { ExitCode } from './exit-codes.js'
import { resumeOAuth } from './oauth-steps.js'
import type { Outcome, Place, ScreenName } from './screens.js'
import { fail, type Step } from './step.js'
import { type Facts, resumeCode, start, transitions } from './transitions.js'
import { resumeWallet } from './wallet-steps.js'

/** Where the modal stands: on the last place of its stack, or at its end. */
export type FlowState =
  | { at: 'screen'; stack: readonly [Place, ...Place[]]; travel: 'forward' | 'back' }
  | { at: 'done'; value: unknown }
  | { at: 'failed'; code: ExitCode }

/** The state a goal opens with. A login whose code was sent before opens on the code screen, above its first screen. */
export function open(facts: Facts): FlowState {
  const first = apply(null, start(facts))
  const resumed = resumeOAuth(facts) ?? resumeCode(facts) ?? resumeWallet(facts.goal)
  return resumed === null ? first : apply(first, resumed)
}

/** The state after a screen ended. A late answer, from a screen already left, changes nothing. */
export function advance(state: FlowState, outcome: Outcome, facts: Facts): FlowState {
  if (state.at !== 'screen') return state
  const place = top(state)
  if (place.id !== outcome.place || place.screen !== outcome.screen) return state
  // The compared names tie outcome, place and table row together, which the union types cannot express.
  const decide = (transitions[place.screen] as Record<string, Decide>)[outcome.name]
  return decide === undefined ? state : apply(state, decide(outcome.value, facts, place.data))
}

/** The state after "back": the screen before, or unchanged when there is none. */
export function back(state: FlowState): FlowState {
  return canGoBack(state) ? apply(state, { kind: 'back' }) : state
}

/** Whether there is a screen to return to. */
export function canGoBack(state: FlowState): boolean {
  return state.at === 'screen' && state.stack.length > 1
}

/** The state after the user closed the modal; `code` unless the screen says why they could not go on. */
export function close(state: FlowState, code: ExitCode): FlowState {
  return state.at === 'screen' ? apply(state, fail(reasonOf(top(state)) ?? code)) : state
}

function reasonOf(place: Place): ExitCode | undefined {
  // Someone who links sees why it failed, and closes the screen: the app is told the reason.
  const failed = place.screen === 'ERROR_SCREEN' && place.data.intent !== 'login'
  return failed ? place.data.problem.code : closing[place.screen]
}

/** Screens that are the end of a login: the app is told the reason, not that the user closed them. */
const closing: Partial<Record<ScreenName, ExitCode>> = {
  ACCOUNT_NOT_FOUND_SCREEN: 'user_does_not_exist',
  USER_LIMIT_REACHED_SCREEN: 'max_accounts_reached',
  ALLOWLIST_REJECTION_SCREEN: 'allowlist_rejected',
  LINK_CONFLICT_SCREEN: 'account_transfer_required',
}

/** The place a running flow shows. */
export function top(state: Extract<FlowState, { at: 'screen' }>): Place {
  // A stack is never empty, by its type.
  return state.stack[state.stack.length - 1] as Place
}

type Decide = (value: unknown, facts: Facts, from: unknown) => Step

let visits = 0

function apply(state: FlowState | null, step: Step): FlowState {
  if (step.kind === 'done') return { at: 'done', value: step.value }
  if (step.kind === 'fail') return { at: 'failed', code: step.code }
  const stack = state?.at === 'screen' ? state.stack : []
  if (step.kind === 'back') {
    const [first, ...rest] = stack.slice(0, -1)
    if (first === undefined) return { at: 'failed', code: 'exited_auth_flow' }
    return {
      at: 'screen',
      stack: [first, ...rest].map(revisit) as [Place, ...Place[]],
      travel: 'back',
    } // as long as its source
  }
  visits += 1
  // `go` and `enter` pair screen and data by their signatures.
  const place = { id: visits, screen: step.screen, data: step.data } as Place
  const [first, ...rest] = stack
  if (step.kind === 'enter' || first === undefined) {
    return { at: 'screen', stack: [place], travel: 'forward' }
  }
  const [head, ...tail] = keepOnTop([first, ...rest], step.keep)
  return { at: 'screen', stack: [head, ...tail, place], travel: 'forward' }
}

/** The stack with what the screen being left should show when someone returns to it. */
function keepOnTop(stack: [Place, ...Place[]], keep: object = {}): [Place, ...Place[]] {
  const last = stack.length - 1
  // A part of the place's own data, by the transition that gave it.
  return stack.map((place, index) =>
    index === last ? { ...place, data: { ...place.data, ...keep } } : place,
  ) as [Place, ...Place[]]
}

/** A returned-to screen is a new visit: answers of the first one stay late. */
function revisit(place: Place): Place {
  visits += 1
  return { ...place, id: visits }
}
