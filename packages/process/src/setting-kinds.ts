import type { Setting } from './settings.js'

/** What a setting of any kind says about itself. */
type About = Pick<Setting<unknown>, 'meaning' | 'purpose' | 'fallback' | 'fallbackNote' | 'secret'>

/** Any text. */
export function text(about: About): Setting<string> {
  return { ...about, read: (value) => ({ value }) }
}

/** Any text, or nothing. */
export function optionalText(about: About): Setting<string | undefined> {
  return { fallback: '', ...about, read: (value) => ({ value: value || undefined }) }
}

/** A whole number from `least` (0 when left out) to `most`. */
export function wholeNumber(about: About & { least?: number; most?: number }): Setting<number> {
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = about
  const range = most < Number.MAX_SAFE_INTEGER ? ` from ${least} to ${most}` : ''
  return {
    ...about,
    read: (written, name) => {
      const value = Number(written)
      if (Number.isSafeInteger(value) && value >= least && value <= most) return { value }
      return { problem: `${name} must be a whole number${range}.` }
    },
  }
}

/** `1` for yes. */
export function flag(about: Pick<About, 'meaning'>): Setting<boolean> {
  return { fallback: '', ...about, read: (written) => ({ value: written === '1' }) }
}

/** Keys of 32 bytes, the newest first. */
export type KeyList = readonly [Uint8Array, ...Uint8Array[]]

/** A key is replaced once at a time; more are kept only while what is under them is moved. */
const mostKeys = 4

/**
 * A list of keys of 32 bytes in base64, the newest first, on lines of their own or with spaces or commas between them. A key may be wrapped by a key
 * module.
 */
export function keyList(about: About & { keyModule?: string }): Setting<KeyList> {
  return {
    ...about,
    secret: 'key',
    read: (written, name) => {
      const texts = written.split(/[\s,]+/).filter((each) => each !== '')
      const [newest, ...older] = texts.map(readKey)
      if (newest === undefined || older.includes(undefined)) {
        return {
          problem: `${name} must be 32 random bytes in base64 (create them with: openssl rand -base64 32), or a list of such keys, the newest first.`,
        }
      }
      if (texts.length > mostKeys) return { problem: `${name} has more than ${mostKeys} keys.` }
      if (new Set(texts).size < texts.length) return { problem: `${name} has a key twice.` }
      return { value: [newest, ...older.filter((key) => key !== undefined)] }
    },
  }
}

/** The origin of a URL. */
export function publicOrigin(about: About): Setting<string> {
  return {
    ...about,
    read: (url, name) => {
      const value = URL.canParse(url) ? new URL(url).origin : 'null'
      if (value !== 'null') return { value }
      return { problem: `${name} must be a URL such as https://auth.example.com.` }
    },
  }
}

function readKey(text: string): Uint8Array | undefined {
  const key = Buffer.from(text, 'base64')
  // Buffer skips what is not base64, so the text is compared with the encoding of the bytes.
  if (key.length !== 32 || key.toString('base64') !== text) return undefined
  return new Uint8Array(key)
}

/** Why keys may not be used in production. @param name of their setting. */
export function weakKeyProblem(name: string, keys: readonly Uint8Array[]): string | undefined {
  if (keys.every((key) => new Set(key).size >= 8)) return undefined
  return `${name} is not random: create one with openssl rand -base64 32.`
}

/** One of a few words. */
function oneOf<W extends string>(words: readonly W[], about: About): Setting<W> {
  return {
    ...about,
    read: (written, name) => {
      const value = words.find((word) => word === written)
      return value === undefined ? { problem: `${name} must be ${words.join(' or ')}.` } : { value }
    },
  }
}

/** `SALLYPORT_ENV` of every program. */
export function environment(meaning: string): Setting<'production' | 'development'> {
  return oneOf(['production', 'development'], { meaning, fallback: 'production' })
}

/** `SALLYPORT_LOG_LEVEL` of every program. */
export const logLevel = oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
  meaning: 'Lowest level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal`',
  fallback: 'info',
})

/** `SALLYPORT_DATABASE_ADMINS` of every program with a database. */
export const administrators: Setting<readonly string[]> = {
  meaning:
    'Names of the database administrators’ roles, with spaces between them. In production the program does not start while any other login role can read its tables',
  fallback: 'postgres',
  read: (written) => ({ value: written.split(/\s+/).filter((name) => name !== '') }),
}
