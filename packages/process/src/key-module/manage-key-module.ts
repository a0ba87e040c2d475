import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError, readSettings } from '../settings.js'
import { type KeyModule, keyModuleOf, keyModuleSettings } from './key-module-settings.js'
import { type KeySession, withKeyModule } from './pkcs11.js'
import { KeyModuleError, keyModuleProblems } from './problems.js'
import { unwrapKey, wrapKey, wrappedPrefix } from './wrapped-key.js'

/*
 * `npm run -s key-module -- <prefix> <what>`, as a program's user and with its settings (docs/operate/key-modules.md). The prefix is that of the
 * settings of its module, such as SALLYPORT_VAULT_PKCS11:
 *
 *   create-key     makes the key of the module that wraps others
 *   new            prints a new key-encryption key, wrapped
 *   wrap           prints the key-encryption keys of standard input (base64, one a line), wrapped
 *   check          opens the wrapped keys of standard input and prints how many
 */
type Act = (session: KeySession, words: () => string[]) => string[]

const acts: Readonly<Record<string, Act>> = {
  'create-key': (session) => {
    if (session.hasKey()) throw new Error('The token has a key of this label already.')
    session.createKey()
    return ['created']
  },
  new: (session) => [wrapKey(randomBytes(32), session)],
  wrap: (session, words) => words().map((word) => wrapKey(keyOf(word), session)),
  check: (session, words) => {
    const wrapped = words().filter((word) => word.startsWith(wrappedPrefix))
    for (const word of wrapped) unwrapKey(word, session)
    return [`${wrapped.length} opened`]
  },
}

const usage = `Usage: key-module <prefix of the settings> ${Object.keys(acts).join(' | ')}`

function run([prefix = '', name = '']: string[]): string[] {
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (act === undefined || prefix === '') throw new Error(usage)
  return withKeyModule(readModule(prefix), (session) => act(session, readWords))
}

function readModule(prefix: string): KeyModule {
  const { values, problems } = readSettings(keyModuleSettings(prefix), process.env)
  if (problems.length > 0) throw new ConfigError(problems)
  const read: Readonly<Record<string, string | undefined>> = values
  const module = keyModuleOf(prefix, (name) => read[name])
  if (module === undefined)
    throw new Error(
      `Set ${prefix}_LIBRARY, ${prefix}_TOKEN, ${prefix}_DRIVER and ${prefix}_PIN_FILE.`,
    )
  return module
}

function readWords(): string[] {
  const words = readFileSync(0, 'utf8')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (words.length === 0) throw new Error('Standard input has no key.')
  return words
}

function keyOf(word: string): Uint8Array {
  const key = Buffer.from(word, 'base64')
  if (key.length !== 32 || key.toString('base64') !== word)
    throw new Error('A key is not 32 bytes in base64.')
  return key
}

try {
  for (const line of run(process.argv.slice(2))) process.stdout.write(`${line}\n`)
} catch (error) {
  // Messages of a module's library are not printed: they may say more than they should.
  const reason =
    error instanceof KeyModuleError ? `A key ${keyModuleProblems[error.problem]}.` : error
  process.stderr.write(`${reason instanceof Error ? reason.message : reason}\n`)
  process.exitCode = 1
}
