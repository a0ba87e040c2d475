export { createSchemaMigrator, migrateSchema } from './migrate-schema.js'
export {
  type Contracting,
  findContractingProblem,
  refuseContracting,
} from './refuse-contracting.js'
export {
  beat,
  countRunning,
  forgetHeartbeat,
  forgetOldHeartbeats,
  type Heartbeat,
  heartbeatTable,
  readHeartbeats,
  runningMs,
} from './rows.js'
export { startHeartbeats } from './start-heartbeats.js'
