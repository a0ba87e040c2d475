import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { logOutput } from './log-output.js'

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

/** From this level on (warn) a line is written at once. */
const urgent = 40

/**
 * A logger of JSON lines, the same for every program: `level` (a word), `time` (ISO 8601, UTC), `process`, the fields of
 * the line, and `msg`. Callers never pass a secret; redaction by name is the second line of defence. Of errors it keeps
 * type, message, stack and causes: no query parameters and no bodies.
 *
 * Without a destination it writes to standard output: warnings and worse at once with all lines before them, the rest in
 * blocks of 4 KiB or every 100 ms, and what is left when the process ends.
 */
export function createLogger(
  { process, level }: { process: 'server' | 'vault' | 'pages' | 'signer'; level: string },
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level,
    base: { process },
    formatters: { level: (label) => ({ level: label }) },
    redact: secretNames.flatMap((name) => [name, `*.${name}`]),
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(input, method, lineLevel) {
        method.apply(this, input)
        if (lineLevel >= urgent) this.flush()
      },
    },
  }
  return pino(options, destination ?? logOutput())
}

/** The same log without redaction, for lines whose fields are a closed list without a secret. */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] })
}

function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause =
    error.cause === undefined || depth > 3 ? undefined : describeError(error.cause, depth + 1)
  return { type: error.name, message: error.message, stack: error.stack, ...(cause && { cause }) }
}
