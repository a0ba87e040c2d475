/** Life of a root: stored, then active, or abandoned after a day. */
export type RootState = 'stored' | 'active' | 'abandoned'
/** Life of one device's shares. */
export type GenerationState = 'stored' | 'active' | 'revoked'

/** What a confirm finds. */
export interface ConfirmSituation {
  root: RootState
  generation: GenerationState
  /** Whether the user has an active root other than this one, not counting imported ones. */
  hasOtherRoot: boolean
  imported: boolean
}

/**
 * What a confirm does: make the root active, make a further generation active, answer what is already true, say that
 * another root won, or refuse.
 */
export type ConfirmDecision =
  | 'activate-root'
  | 'activate-generation'
  | 'already-active'
  | 'exists'
  | 'revoked'

/** Decides a confirm whose receipt and signature are right (custody design 2.6, step 5). */
export function decideConfirm(situation: ConfirmSituation): ConfirmDecision {
  const { root, generation, hasOtherRoot, imported } = situation
  if (root === 'active') {
    if (generation === 'revoked') return 'revoked'
    return generation === 'active' ? 'already-active' : 'activate-generation'
  }
  if (hasOtherRoot && !imported) return 'exists'
  if (root === 'abandoned' || generation === 'revoked') return 'revoked'
  return 'activate-root'
}
