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

/** 32 bytes in base64: a key. */
export function keyBytes(about: About): Setting<Uint8Array> {
  return {
    ...about,
    secret: 'key',
    read: (written, name) => {
      const value = Buffer.from(written, 'base64')
      // Buffer skips what is not base64, so the text is compared with the encoding of the bytes.
      if (value.length === 32 && value.toString('base64') === written) {
        return { value: new Uint8Array(value) }
      }
      return {
        problem: `${name} must be 32 random bytes in base64 (create them with: openssl rand -base64 32).`,
      }
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
