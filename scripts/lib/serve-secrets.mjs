/** How a secret can be given: by the variable of its name, a file or a file descriptor. */
const endings = ['', '_FILE', '_FD']

/** An environment without its secrets, for a child process that gets them by file descriptors. */
export function withoutSecrets(env, settings) {
  const secret = namesOfSecrets(settings).flatMap((name) => endings.map((end) => name + end))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.includes(name)))
}

/** The secrets that are given for `settings`, by their names. A secret that is not usable is left out. */
export function readSecrets(env, settings, readSecret) {
  const given = namesOfSecrets(settings).map((name) => {
    const isKey = settings[name].secret === 'key'
    return [name, readSecret({ name, isKey }, { env, isProduction: true }).text]
  })
  return Object.fromEntries(given.filter(([, text]) => text !== undefined))
}

function namesOfSecrets(settings) {
  return Object.keys(settings).filter((name) => settings[name].secret !== undefined)
}

/** Lists of keys of different programs. */
const keyPairs = [
  ['SALLYPORT_KEK', 'SALLYPORT_VAULT_KEK'],
  ['SALLYPORT_TOKEN_KEK', 'SALLYPORT_VAULT_KEK'],
  ['SALLYPORT_KEK', 'SALLYPORT_SIGNER_KEK'],
  ['SALLYPORT_TOKEN_KEK', 'SALLYPORT_SIGNER_KEK'],
  ['SALLYPORT_VAULT_KEK', 'SALLYPORT_SIGNER_KEK'],
]

/** One sentence for each two lists of keys of different programs that have a key in common. */
export function sharedKeyProblems(secrets) {
  const keysOf = (list = '') => list.split(/[\s,]+/).filter((key) => key !== '')
  return keyPairs
    .filter(([one, other]) =>
      keysOf(secrets[one]).some((key) => keysOf(secrets[other]).includes(key)),
    )
    .map(
      ([one, other]) =>
        `${one} and ${other} are the same: create a key for each, so that neither decrypts the other’s data.`,
    )
}
