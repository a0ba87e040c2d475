import type { PolicyCondition } from '@sallyport/contract/wallet-api'
import { findAppRow } from '../rows/app-rows.js'
import type { RowDeps } from '../rows/row-deps.js'
import { type ConditionSetRow, placeOfSet } from './condition-set-rows.js'
import { notCompiled } from './parse-body.js'

/** Conditions, and the place of the first of them, such as `rules[0].conditions`. */
interface Placed {
  conditions: readonly PolicyCondition[]
  path: string
}

/**
 * Refuses conditions that name a set which the app does not have.
 *
 * @throws CallRefused `invalid_request` that names the first of them; RowRefused.
 */
export async function requireSets(
  { appId, conditions, path }: Placed & { appId: string },
  rows: RowDeps,
): Promise<void> {
  for (const [at, { operator, value }] of conditions.entries()) {
    if (operator !== 'in_condition_set' || typeof value !== 'string') continue
    if (await findAppRow<ConditionSetRow>(placeOfSet({ appId, setId: value }), rows)) continue
    throw notCompiled([
      {
        path: `${path}[${at}].value`,
        problem: `the app does not have a condition set ${value}`,
        mend: 'create the set first',
      },
    ])
  }
}
