export { followClockMessages } from './clock-messages.js'
export { type ClockOffset, createClockOffset, isFresh } from './clock-offset.js'
export { connectionOptions } from './connection-options.js'
export {
  ownRoleProblem,
  readerProblems,
  type SchemaReader,
  schemaReadersSql,
} from './database-access.js'
export { earlierNameOf, earlierNames, logEarlierNames, withCurrentNames } from './earlier-names.js'
export { keyModuleSettings } from './key-module/key-module-settings.js'
export { createLogger, withoutRedaction } from './logger.js'
export { ownVersion } from './own-version.js'
export {
  isLoopback,
  isPostgresUrl,
  postgresUrl,
  postgresUrlProblem,
  unencryptedProblem,
} from './postgres-url.js'
export {
  ignoreDebuggerSignal,
  type ProcessFacts,
  processProblems,
  readProcessFacts,
} from './process-checks.js'
export { readSecret } from './secret-sources.js'
export {
  administrators,
  environment,
  flag,
  type KeyList,
  keyList,
  logLevel,
  optionalText,
  publicOrigin,
  text,
  weakKeyProblem,
  wholeNumber,
} from './setting-kinds.js'
export {
  ConfigError,
  type Env,
  isProduction,
  readSettings,
  type Setting,
  type Settings,
  type SettingValues,
} from './settings.js'
export { stopWhenAsked } from './stop-when-asked.js'
