import * as z from 'zod/mini'

/** Runs a command-line program: prints its result, an object as one line of JSON, or the reason of a failure without a stack. */
export function runCommand(command: () => Promise<object | string>): void {
  command().then(
    (result) =>
      process.stdout.write(`${typeof result === 'string' ? result : JSON.stringify(result)}\n`),
    (error: unknown) => {
      const isShape = error instanceof z.core.$ZodError
      const reason = isShape ? error.issues[0]?.message : error instanceof Error && error.message
      process.stderr.write(`${reason || 'unknown reason'}\n`)
      process.exitCode = 1
    },
  )
}
