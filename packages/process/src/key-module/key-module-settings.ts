import { optionalText } from '../setting-kinds.js'
import type { Setting } from '../settings.js'

/** What each setting of a key module says after its prefix. */
const endings = {
  _LIBRARY:
    'Path of the PKCS#11 library of a hardware module, where keys are wrapped by it ([how](key-modules.md))',
  _TOKEN: 'Label of the token in that module',
  _KEY: 'Label of the AES key in the token. Default: `sallyport`',
  _PIN: 'PIN of the token’s user',
  _DRIVER: 'Folder in which `pkcs11js` is installed',
} as const

/** The names of a program's settings of its key module. */
type KeyModuleNames<P extends string> = `${P}${keyof typeof endings}`

/**
 * The settings of the module that opens a program's wrapped keys.
 *
 * @param prefix  such as `SALLYPORT_VAULT_PKCS11`.
 */
export function keyModuleSettings<P extends string>(
  prefix: P,
): Record<KeyModuleNames<P>, Setting<string | undefined>> {
  const settings = Object.entries(endings).map(([ending, meaning]) => [
    prefix + ending,
    optionalText({ meaning, ...(ending === '_PIN' && { secret: 'key' }) }),
  ])
  return Object.fromEntries(settings)
}

/** Which key of which module opens wrapped keys. */
export interface KeyModule {
  library: string
  token: string
  key: string
  pin: string
  /** Folder in which the driver is installed. */
  driver: string
}

/** The module that a program's settings name; undefined when one of them is missing. */
export function keyModuleOf(
  prefix: string,
  textOf: (name: string) => string | undefined,
): KeyModule | undefined {
  const [library, token, pin, driver] = ['_LIBRARY', '_TOKEN', '_PIN', '_DRIVER'].map((ending) =>
    textOf(prefix + ending),
  )
  if (!library || !token || !pin || !driver) return undefined
  return { library, token, key: textOf(`${prefix}_KEY`) || 'sallyport', pin, driver }
}
