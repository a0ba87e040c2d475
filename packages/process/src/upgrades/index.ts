export { createSchemaMigrator, migrateSchema } from './migrate-schema.js'
export { refuseContracting } from './refuse-contracting.js'
export {
  beat,
  countRunning,
  heartbeatMigration,
  readHeartbeats,
} from './rows.js'
export { startHeartbeats } from './start-heartbeats.js'
