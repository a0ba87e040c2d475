import { useClientState, useKit } from '../context.js'
import { mfaActionsOf } from '../mfa-actions.js'

/** Second factors by hand: asks for one, and proves one for the operation that waits (with `mfa.noPromptOnMfaRequired`). */
export function useMfa() {
  const { promptMfa, init, submit, cancel } = mfaActionsOf(useKit())
  /** What the app offers. */
  const mfaMethods = useClientState().config?.mfa_methods ?? noMethods
  return { promptMfa, init, submit, cancel, mfaMethods }
}

const noMethods: readonly [] = []
