export { compileLimit, compilePolicy, type PolicySource } from './compile.js'
export type { CompiledLimit, CompiledPolicy, PolicyProblem } from './compiled.js'
export { consentPolicy } from './consent-policy.js'
export type { Facts, Unread } from './facts.js'
export { type Judgement, judge, type Law } from './judge.js'
export type { Reservation, Spender } from './limits.js'
export { lintPolicy, type PolicyNote } from './lint.js'
export { readOpaqueRequest, readTransferRequest } from './read-message.js'
export { type Asked, readRequest } from './read-request.js'
export { type Refusal, refusedByLimit } from './refusal.js'
export {
  LimitReached,
  reserveSpending,
  type SpendingRequest,
  spendingTables,
} from './spend.js'
