import { type DestinationStream, type Logger, pino } from 'pino'

/** Names under which a secret could be logged by mistake, at the top and one level down. */
const secretNames = [
  'authorization',
  'code',
  'token',
  'access_token',
  'refresh_token',
  'identity_token',
  'guest_credential',
  'secret',
  'password',
  'cookie',
]

/**
 * A logger of JSON lines. What is passed to it never holds a secret; redaction by name is the second line of defence.
 * Of errors it keeps type, message, stack and database code: no query parameters and no bodies.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: secretNames.flatMap((name) => [name, `*.${name}`]),
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause =
    error.cause === undefined || depth > 3 ? undefined : describeError(error.cause, depth + 1)
  return { type: error.name, message: error.message, stack: error.stack, ...(cause && { cause }) }
}
