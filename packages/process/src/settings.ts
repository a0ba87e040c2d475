import { withCurrentNames } from './earlier-names.js'
import { keyModuleOf } from './key-module/key-module-settings.js'
import { hasWrappedKey, openWrappedKeys } from './key-module/open-wrapped-keys.js'
import { keyModuleProblems } from './key-module/problems.js'
import { readSecret } from './secret-sources.js'

/** Environment variables. */
export type Env = Record<string, string | undefined>

/** One environment variable of a program. The program reads it and the documentation prints it from here. */
export interface Setting<T> {
  /** What it does, for the reference in docs/operate/configuration.md. */
  meaning: string
  /** What to set it to, for the error when it is missing. A setting without a purpose is optional. */
  purpose?: string
  /** The text used when it is not set. With a purpose as well, only development uses it. */
  fallback?: string
  /** How the reference describes the default, where the text would not say enough. */
  fallbackNote?: string
  /**
   * The value is a secret, which can also be given by `<name>_FILE` and `<name>_FD`. A production program refuses a key
   * in the environment; other secrets (URLs with a password) are accepted there.
   */
  secret?: 'key' | 'text'
  /** The beginning of the settings of the key module that may have wrapped its keys. They are read beside it. */
  keyModule?: string
  /** The value, or a problem: a sentence that does not repeat the value, which may be a secret. */
  read(text: string, name: string): { value: T } | { problem: string }
}

/** Every setting of a program by the name of its variable. */
export type Settings = Readonly<Record<string, Setting<unknown>>>

/** What `readSettings` returns for each variable. */
export type SettingValues<S extends Settings> = {
  [N in keyof S]: S[N] extends Setting<infer T> ? T : never
}

/** Settings that are missing or unsafe, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(problems.join('\n'), options)
  }
}

/** Every program runs in production unless it is told that it runs in development (T-23). */
export function isProduction(env: Env): boolean {
  return env.SALLYPORT_ENV !== 'development'
}

/**
 * Reads settings from the environment, and secret ones also from files and file descriptors. A variable that is set to
 * nothing counts as not set. Earlier names of settings are read as well (`earlierNames`).
 *
 * @returns The values, and a sentence for each setting that is missing or wrong; its value is undefined.
 */
export function readSettings<S extends Settings>(
  settings: S,
  written: Env,
): { values: SettingValues<S>; problems: string[] } {
  const env = withCurrentNames(written)
  const problems: string[] = []
  const given = readAllGiven(settings, env)
  const read = ([name, setting]: [string, Setting<unknown>]) => {
    const found = openGiven(name, { setting, given })
    if ('problem' in found) {
      problems.push(found.problem)
      return [name, undefined]
    }
    const text = found.text || fallbackOf(setting, env)
    if (text === undefined) {
      problems.push(`${name} is missing: set it to ${setting.purpose ?? 'a value'}.`)
      return [name, undefined]
    }
    const result = setting.read(text, name)
    if ('value' in result) return [name, result.value]
    problems.push(result.problem)
    return [name, undefined]
  }
  const values = Object.fromEntries(Object.entries<Setting<unknown>>(settings).map(read))
  // Each value was read by the setting of its name; with a problem the caller throws before it uses any.
  return { values: values as SettingValues<S>, problems }
}

type Given = { text: string | undefined } | { problem: string }

/** Every setting's text, each read once: an open file descriptor cannot be read again. */
function readAllGiven(settings: Settings, env: Env): Map<string, Given> {
  return new Map(
    Object.entries(settings).map(([name, setting]) => [name, readGiven(name, setting, env)]),
  )
}

/** The text of a setting, with the keys opened that a module has wrapped. */
function openGiven(
  name: string,
  { setting: { keyModule }, given }: { setting: Setting<unknown>; given: Map<string, Given> },
): Given {
  const textOf = (of: string) => {
    const found = given.get(of)
    return found && 'text' in found ? found.text : undefined
  }
  const text = textOf(name)
  if (text === undefined || keyModule === undefined || !hasWrappedKey(text))
    return given.get(name) ?? { text }
  const opened = openWrappedKeys(text, { module: keyModuleOf(keyModule, textOf) })
  if ('text' in opened) return opened
  return { problem: `${name} ${keyModuleProblems[opened.problem]}.` }
}

function readGiven(name: string, { secret }: Setting<unknown>, env: Env): Given {
  if (secret === undefined) return { text: env[name] }
  return readSecret({ name, isKey: secret === 'key' }, { env, isProduction: isProduction(env) })
}

function fallbackOf(setting: Setting<unknown>, env: Env): string | undefined {
  const isRequired = setting.purpose !== undefined && isProduction(env)
  return isRequired ? undefined : setting.fallback
}
