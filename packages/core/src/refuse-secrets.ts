import { ConfigError } from './errors.js'

/** PEM, PKCS 8 of P-256 or Ed25519 and SEC 1 in base64, and the prefixes of authorization keys (wire reference §25). */
const privateKey =
  /-----BEGIN [A-Z ]*PRIVATE KEY|^(?:wallet-(?:auth|api):)|^(?:MIGHAgEAM|MHcCAQEE|MC4CAQAwBQYDK2Vw)/
const secretName = /^(?:app_?secret|(?:authorization_?)?private_?key)$/i
/** Settings are less deep; what is deeper is not ours. */
const mostDepth = 5

/**
 * Refuses settings of a page that hold what belongs on a server: every visitor of the page could read it.
 *
 * @throws ConfigError that names the setting and not its value.
 */
export function refuseSecrets(settings: object, depth = 0): void {
  if (depth > mostDepth) return
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === 'string' && (privateKey.test(value.trim()) || secretName.test(name)))
      throw new ConfigError(
        `${name} holds a secret, which a page must not have: keep it on a server`,
      )
    if (isPlain(value)) refuseSecrets(value, depth + 1)
  }
}

/** Objects and lists of settings; not elements, functions or what has a class. */
function isPlain(value: unknown): value is object {
  if (Array.isArray(value)) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.getPrototypeOf(value) === Object.prototype && !('$$typeof' in value)
}
