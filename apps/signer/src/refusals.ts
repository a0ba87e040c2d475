import { CallRefused } from '@sallyport/keyholder'
import type { PolicyRefusalDetails, RefusalDetails } from '@sallyport/protocols/signer'

/** A call that is refused for a reason that its client may read: no key, token or share is in it. */
export class ExplainedRefusal extends CallRefused {
  readonly details: RefusalDetails

  constructor(
    code: 'invalid_request' | 'not_found' | 'wrong_signature' | 'policy_violation' | 'replayed',
    details: RefusalDetails,
  ) {
    super(code, new Error(details.message))
    this.details = details
  }
}

/** A policy, or the user's consent, does not allow the request. */
export class PolicyRefusal extends ExplainedRefusal {
  constructor(reason: string, refusal?: PolicyRefusalDetails) {
    super('policy_violation', { message: reason, ...(refusal && { refusal }) })
  }
}

/**
 * A request that cannot be carried out as it is written.
 *
 * @param field  The part of the body that is refused, such as `owner.public_key`.
 */
export function invalid(message: string, field?: string): ExplainedRefusal {
  return new ExplainedRefusal('invalid_request', { message, ...(field !== undefined && { field }) })
}

/**
 * Something that a body names and the app does not have. The call itself is about a thing that is there.
 *
 * @param field  Where the body names it.
 */
export function missing(message: string, field: string): ExplainedRefusal {
  return new ExplainedRefusal('not_found', { message, field })
}
