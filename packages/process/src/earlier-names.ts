import type { Logger } from 'pino'
import type { Env } from './settings.js'

/** What settings were called in earlier versions: the beginnings of their names, and what they are now. */
const earlierBeginnings: Readonly<Record<string, string>> = {
  SALLYPORT_DELEGATE_: 'SALLYPORT_SIGNER_',
}

/** A variable that is set under an earlier name. */
interface EarlierName {
  earlier: string
  name: string
}

/** The variables of an environment that are set under an earlier name. */
export function earlierNames(env: Env): EarlierName[] {
  const given = Object.keys(env).filter((each) => env[each] !== undefined && env[each] !== '')
  return given.flatMap((earlier) => {
    const name = currentName(earlier)
    return name === undefined ? [] : [{ earlier, name }]
  })
}

/** The environment with what is set under an earlier name under the current one too, unless that is set itself. */
export function withCurrentNames(env: Env): Env {
  const moved = earlierNames(env).map(({ earlier, name }) => [name, env[name] || env[earlier]])
  return { ...env, ...Object.fromEntries(moved) }
}

/** What a setting was called before; undefined for one that always had its name. */
export function earlierNameOf(name: string): string | undefined {
  const found = Object.entries(earlierBeginnings).find(([, current]) => name.startsWith(current))
  return found && found[0] + name.slice(found[1].length)
}

/** Logs a line for each variable that is set under an earlier name. */
export function logEarlierNames(env: Env, logger: Logger): void {
  for (const { earlier, name } of earlierNames(env))
    logger.warn({ earlier, name }, 'this setting has a new name: rename it')
}

function currentName(earlier: string): string | undefined {
  const found = Object.entries(earlierBeginnings).find(([start]) => earlier.startsWith(start))
  return found && found[1] + earlier.slice(found[0].length)
}
