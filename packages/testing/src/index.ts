export {
  type Answer,
  type CallOptions,
  callRoute,
  type Failure,
  headersOf,
  type Server,
  testOrigin,
} from './call.js'
export { createTestDatabase, type TestDatabase } from './database.js'
export {
  asSignedIn,
  authOrigin,
  createTestKit,
  type SignedIn,
  type TestKit,
  type TestKitOptions,
} from './kit.js'
export { createMailbox, type Mailbox } from './mailbox.js'
export { idleVault } from './vault.js'
