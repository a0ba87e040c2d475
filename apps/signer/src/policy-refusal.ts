/** The consent does not allow the request. */
export class PolicyRefusal extends Error {
  override readonly name = 'PolicyRefusal'
  readonly code = 'policy_violation'
}
