import { ConfigError } from './errors.js'

/** PEM, PKCS 8 of P-256 or Ed25519 and SEC 1 in base64, and the prefixes of authorization keys (wire reference §25). */
const privateKey = /PRIVATE KEY-|^(wallet-a|MIGHAg|MHcCAQ|MC4CAQ)/
const secretName = /app_?secret|private_?key/i

/**
 * Refuses settings of a page that hold what belongs on a server: every visitor of the page could read it. Elements and what has
 * a class are not settings, and settings are at most 5 levels deep.
 *
 * @throws ConfigError that names the setting and not its value.
 */
export function refuseSecrets(settings: object, depth = 5): void {
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === 'string' && (privateKey.test(value) || secretName.test(name)))
      throw new ConfigError(`${name} holds a secret`)
    if (depth && !value?.$$typeof && [Object, Array].includes(value?.constructor))
      refuseSecrets(value, depth - 1)
  }
}
