import { createLogger as createProcessLogger } from '@sallyport/process'
import type { DestinationStream, Logger } from 'pino'

/** The server's log; see `createLogger` of `@sallyport/process`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return createProcessLogger({ process: 'server', level }, destination)
}
