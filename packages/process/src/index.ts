export { followClockMessages } from './clock-messages.js'
export { createLogger, withoutRedaction } from './logger.js'
export {
  isLoopback,
  isPostgresUrl,
  postgresUrl,
  postgresUrlProblem,
  unencryptedProblem,
} from './postgres-url.js'
export {
  environment,
  flag,
  keyBytes,
  logLevel,
  optionalText,
  text,
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
