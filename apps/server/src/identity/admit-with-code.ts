import { completeProof } from '../db/links.js'
import type { Deps } from '../deps.js'
import type { Proof } from './proof.js'
import { admit, type Claim, type Verdict } from './sign-in.js'

/**
 * `admit` for an account that a code proves. A refusal uses the code up, or counts it as wrong: it does not work later, when the
 * method is on again.
 *
 * @throws ApiError as `admit`.
 */
export async function admitWithCode(deps: Deps, claim: Claim, proof: Proof): Promise<Verdict> {
  try {
    return await admit(deps, claim)
  } catch (refusal) {
    await deps.db.transaction().execute((transaction) => completeProof(deps.db, transaction, proof))
    throw refusal
  }
}
