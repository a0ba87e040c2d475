import { checkUnusedKey, type KeyDeps, listKeys, resealRecords } from './encryption-keys.js'

/** Longest wait for the database, in milliseconds. */
export const keyCommandDeadlineMs = 30_000

const commands: Readonly<Record<string, (deps: KeyDeps, id: string) => Promise<object>>> = {
  list: (deps) => listKeys(deps),
  rotate: (deps) => resealRecords(deps),
  revoke: (deps, id) => checkUnusedKey(deps, id),
}

/**
 * Runs `<command> list | rotate | revoke <id>` with the arguments of the process, and prints the result as JSON or why there is
 * none.
 *
 * @param open  reads the settings and opens the database; `close` ends its connections.
 */
export function runKeyCommand(
  command: string,
  open: () => KeyDeps & { close: () => Promise<void> },
): void {
  run(command, open).then(
    (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
    (error: unknown) => {
      // Messages of Postgres and of connections quote neither statements nor passwords.
      process.stderr.write(`${error instanceof Error ? error.message : 'unknown reason'}\n`)
      process.exitCode = 1
    },
  )
}

async function run(command: string, open: Parameters<typeof runKeyCommand>[1]): Promise<object> {
  const [name = '', id = ''] = process.argv.slice(2)
  const act = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (act === undefined || (name === 'revoke' && id === ''))
    throw new Error(`Usage: ${command} list | ${command} rotate | ${command} revoke <id>`)
  const { close, ...deps } = open()
  try {
    return await act(deps, id)
  } finally {
    await close()
  }
}
