export { logAnnouncedKey } from './announced-key.js'
export { findPinnedKey, type PinnedKey, pinAppKey } from './app-keys.js'
export { boundedPool } from './bounded-pool.js'
export { type CallMetrics, createCallMetrics, measured, serveMetrics } from './call-metrics.js'
export { CallRefused, LimitReached, RowRefused } from './call-refused.js'
export { type AnnouncedKey, changeAppKey } from './change-app-key.js'
export { type Clock, systemClock } from './clock.js'
export { checkUnusedKey, listKeys, type RecordStore, resealRecords } from './encryption-keys.js'
export { inTurn, inTurns, type TurnTimeout, turnDeadline } from './in-turn.js'
export { keyCommandDeadlineMs, runKeyCommand } from './key-commands.js'
export { logRefusal } from './log-refusal.js'
export { placeOfPin, sealStoredPins } from './pins.js'
export {
  checkProduction,
  type KeyProgram,
  keyProgramProblems,
  type Surroundings,
} from './production-checks.js'
export { readRequest } from './read-request.js'
export { refusingCipher } from './record-cipher.js'
export { refuseWhile } from './refuse-while.js'
export { provisionRoles, type RoleSettings } from './roles.js'
export { signerSchema, vaultSchema } from './schemas.js'
export { loadSealKeyPair, type SealKeyPair, sealKeyPlace } from './seal-key.js'
export { listenOnSocket, trackConnections } from './socket.js'
export { listenToHosts, type TransportConfig, transportProblem } from './tls-listeners.js'
export { longestTokenLifeSeconds, proveUser } from './user-proof.js'
