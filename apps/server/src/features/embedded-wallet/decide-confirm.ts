/** Life of a root: stored, then active, or abandoned after a day. */
type RootState = 'stored' | 'active' | 'abandoned'
/** Life of one device's shares. */
type GenerationState = 'stored' | 'active' | 'revoked'

/** What a confirm finds. */
export interface ConfirmSituation {
  root: RootState
  generation: GenerationState
  /** Whether the user has an active root other than this one, not counting imported ones. */
  hasOtherRoot: boolean
  imported: boolean
  /** Whether both of the generation's read-backs were answered. */
  wasReadBack: boolean
}

/**
 * What a confirm does: make the root active, make a further generation active, answer what is already true, say that
 * another root won, or refuse: what was never read back is not known to be recoverable.
 */
export type ConfirmDecision =
  | 'activate-root'
  | 'activate-generation'
  | 'already-active'
  | 'exists'
  | 'revoked'
  | 'not-read-back'

/** Decides a confirm whose receipt and signature are right (custody design 2.6, step 5). */
export function decideConfirm(situation: ConfirmSituation): ConfirmDecision {
  const { root, generation, hasOtherRoot, imported, wasReadBack } = situation
  if (root === 'active') {
    if (generation === 'revoked') return 'revoked'
    if (generation === 'active') return 'already-active'
    return wasReadBack ? 'activate-generation' : 'not-read-back'
  }
  if (hasOtherRoot && !imported) return 'exists'
  if (root === 'abandoned' || generation === 'revoked') return 'revoked'
  return wasReadBack ? 'activate-root' : 'not-read-back'
}
