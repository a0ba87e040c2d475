import type { CompiledCondition, CompiledRule } from './compiled.js'
import type { Action, Seen } from './facts.js'
import { type Around, isMet, seenIn, seenInMove } from './match.js'

/** Why a rule does not allow an action: the condition that failed, and what was there. */
export interface Miss {
  condition: CompiledCondition | null
  seen: Seen
  /** How many conditions were met: the rule that came closest is the one to explain. */
  met: number
  /** Whether the action does more with assets than is read. */
  isUnread?: true
}

type RuleConditions = Pick<CompiledRule, 'conditions'>

/** Whether a DENY meets an action: what cannot be read counts as met. */
export function isDenied(rule: RuleConditions, action: Action, around: Around): boolean {
  const { own, ofMoves } = parted(rule)
  const isHit = (condition: CompiledCondition, seen: Seen) =>
    isMet(condition, seen, around.inSet) !== false
  if (!own.every((each) => isHit(each, seenIn(each, action, around)))) return false
  if (ofMoves.length === 0) return true
  return action.moves.some((move) => ofMoves.every((each) => isHit(each, seenInMove(each, move))))
}

/**
 * Why an ALLOW does not meet an action; null when it does. What cannot be read is not met, and conditions on coins want every move of the
 * action to meet them, and no effect besides.
 */
export function missOf(rule: RuleConditions, action: Action, around: Around): Miss | null {
  const { own, ofMoves } = parted(rule)
  let met = 0
  for (const condition of own) {
    const seen = seenIn(condition, action, around)
    if (isMet(condition, seen, around.inSet) !== true) return { condition, seen, met }
    met += 1
  }
  const [first = null] = ofMoves
  if (first === null) return null
  if (action.moves.length === 0) return { condition: first, seen: 'absent', met }
  for (const condition of ofMoves) {
    for (const move of action.moves) {
      const seen = seenInMove(condition, move)
      if (isMet(condition, seen, around.inSet) !== true) return { condition, seen, met }
    }
    met += 1
  }
  return action.isWhole ? null : { condition: first, seen: 'unreadable', met, isUnread: true }
}

function parted({ conditions }: RuleConditions) {
  return {
    own: conditions.filter(({ source }) => source !== 'token_transfer'),
    ofMoves: conditions.filter(({ source }) => source === 'token_transfer'),
  }
}
