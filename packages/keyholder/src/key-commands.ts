import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CallRefused } from './call-refused.js'
import { repinAppKey } from './change-app-key.js'
import { checkUnusedKey, type KeyDeps, listKeys, resealRecords } from './encryption-keys.js'
import type { PinDeps } from './pins.js'

/** Longest wait for the database, in milliseconds. */
export const keyCommandDeadlineMs = 30_000

type CommandDeps = KeyDeps & Omit<PinDeps, 'clock'>
type Command = { words: number; run(deps: CommandDeps, words: string[]): Promise<object> }

const commands: Readonly<Record<string, Command>> = {
  list: { words: 0, run: (deps) => listKeys(deps) },
  rotate: { words: 0, run: (deps) => resealRecords(deps) },
  revoke: { words: 1, run: (deps, [id = '']) => checkUnusedKey(deps, id) },
  repin: { words: 2, run: (deps, [appId = '', file = '']) => repin(deps, { appId, file }) },
}

async function repin(deps: CommandDeps, { appId, file }: { appId: string; file: string }) {
  // As the API names its keys: the same key in another wording of PEM would be another one.
  const verificationKey = createPublicKey(readFileSync(file, 'utf8'))
    .export({ type: 'spki', format: 'pem' })
    .toString()
  await repinAppKey({ appId, verificationKey }, { ...deps, clock: { nowMs: Date.now } }).catch(
    (error: unknown) => {
      if (error instanceof CallRefused && error.code === 'not_found')
        throw new Error(`No key is pinned for the app ${appId}.`)
      throw error
    },
  )
  return { appId, pinned: verificationKey }
}

/**
 * Runs `<command> list | rotate | revoke <id> | repin <app id> <file>` with the arguments of the process, and prints the result as JSON or why there is
 * none.
 *
 * @param open  reads the settings and opens the database; `close` ends its connections.
 */
export function runKeyCommand(
  command: string,
  open: () => CommandDeps & { close: () => Promise<void> },
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
  const [name = '', ...words] = process.argv.slice(2)
  const act = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (act === undefined || words.length < act.words)
    throw new Error(
      `Usage: ${command} list | ${command} rotate | ${command} revoke <id> | ${command} repin <app id> <file with the public key>`,
    )
  const { close, ...deps } = open()
  try {
    return await act.run(deps, words)
  } finally {
    await close()
  }
}
