/* What each program of `npm run serve` gets of the environment. */

/** Only `npm run migrate` gets it: the running server must not be able to change its tables. */
const ownerOnly = ['SALLYPORT_OWNER_DATABASE_URL']
/** Variables of any Node process. */
const shared = [
  'PATH',
  'HOME',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SALLYPORT_LOG_LEVEL',
  'SALLYPORT_DATABASE_ADMINS',
  'SALLYPORT_VAULT_SOCKET',
]

/**
 * Whether the signer is to be started: when one of its own settings is there. With its socket alone it
 * runs elsewhere on this machine.
 */
export function hasSigner(env) {
  return Object.entries(env).some(
    ([name, value]) =>
      name.startsWith('SALLYPORT_SIGNER_') && name !== 'SALLYPORT_SIGNER_SOCKET' && value,
  )
}

/** The environment of the process of the pages: no secret and no database. */
export function pagesEnv(env) {
  const ownNames = ['SALLYPORT_PUBLIC_URL', 'SALLYPORT_FRAME_DIR', 'SALLYPORT_SIGNER_SOCKET']
  return pick(env, (name) => name.startsWith('SALLYPORT_PAGES_') || ownNames.includes(name))
}

/** The environment of the API's process: its settings without those of the other programs and of the tables' owner. */
export function serverEnv(env) {
  const isOwners = (name) => ownerOnly.some((each) => name.startsWith(each))
  const others = [
    'SALLYPORT_VAULT_',
    'SALLYPORT_PAGES_',
    'SALLYPORT_FRAME_DIR',
    'SALLYPORT_SIGNER_',
  ]
  const isOfAnother = (name) =>
    name !== 'SALLYPORT_SIGNER_SOCKET' && others.some((each) => name.startsWith(each))
  return pick(
    env,
    (name) =>
      name.startsWith('DATABASE_URL') ||
      (name.startsWith('SALLYPORT_') && !isOfAnother(name) && !isOwners(name)),
  )
}

/** The environment of the vault's process: its own settings and nothing of the API's. */
export function vaultEnv(env) {
  return pick(env, (name) => name.startsWith('SALLYPORT_VAULT_'))
}

/** The environment of the signer's process: its own settings only. */
export function signerEnv(env) {
  const { SALLYPORT_VAULT_SOCKET: _vaults, ...own } = pick(env, (name) =>
    name.startsWith('SALLYPORT_SIGNER_'),
  )
  return own
}

/** The environment of `migrate-database.js`: an upgrade may authenticate rows by the keys, which are in files of the API's user. */
export function migrateEnv(env, user) {
  const keys = ['SALLYPORT_KEK', 'SALLYPORT_TOKEN_KEK', 'SALLYPORT_PKCS11_']
  const wanted = ['DATABASE_URL', ...ownerOnly, ...keys]
  return asProduction(
    pick(env, (name) => wanted.some((each) => name.startsWith(each))),
    user,
  )
}

/** The settings of a program as `npm run serve` starts it. Its secrets may be in files of its user. */
export function asProduction(env, user) {
  const owner = user && { SALLYPORT_SECRETS_OWNER: String(user.uid) }
  return { ...env, ...owner, SALLYPORT_ENV: 'production' }
}

function pick(env, wanted) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => shared.includes(name) || wanted(name)),
  )
}
