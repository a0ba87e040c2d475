import { text } from 'node:stream/consumers'
import { postgresUrl, readSettings } from '@sallyport/process'
import pg from 'pg'
import { provisionRoles } from './roles.js'

/*
 * `echo '{}' | npm run -s create-roles`: creates the database roles and schemas in the database of
 * SALLYPORT_ADMIN_DATABASE_URL, whose role may create roles. Roles get no password, for authentication by the operating
 * system's user (`peer`), unless one is given on standard input: `apiPassword`, `apiOwnerPassword`, `vaultPassword`.
 * The signer gets a role when `signerPassword` is there (`delegatePassword` in earlier versions): a password, or null for none.
 */
const settings = {
  SALLYPORT_ADMIN_DATABASE_URL: postgresUrl({
    meaning: 'Postgres URL of a role that may create roles. Only `npm run create-roles` gets it',
    purpose: 'the Postgres URL of a role that may create roles',
  }),
}
const names = ['apiPassword', 'apiOwnerPassword', 'vaultPassword', 'signerPassword'] as const
type Passwords = Record<Exclude<(typeof names)[number], 'signerPassword'>, string | null> & {
  signerPassword?: string | null
}

async function createRoles(): Promise<object> {
  const { values, problems } = readSettings(settings, process.env)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const passwords = readPasswords(await text(process.stdin))
  const client = new pg.Client({ connectionString: values.SALLYPORT_ADMIN_DATABASE_URL })
  await client.connect()
  try {
    return { created: true, ...(await provisionRoles(client, passwords)) }
  } finally {
    await client.end()
  }
}

function readPasswords(written: string): Passwords {
  const given = parse(written)
  const isObject = typeof given === 'object' && given !== null
  const entries = isObject ? Object.entries(given).map(currentName) : []
  const isRight = ([name, value]: [string, unknown]) =>
    names.some((each) => each === name) &&
    (value === null || (typeof value === 'string' && value.length >= 16))
  if (!isObject || !entries.every(isRight)) {
    throw new Error(`Standard input must be JSON with passwords of 16 characters or more: ${names}`)
  }
  const none: Passwords = { apiPassword: null, apiOwnerPassword: null, vaultPassword: null }
  return { ...none, ...Object.fromEntries(entries) }
}

function currentName([name, value]: [string, unknown]): [string, unknown] {
  return [name === 'delegatePassword' ? 'signerPassword' : name, value]
}

/** `JSON.parse` quotes its input in errors. */
function parse(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

createRoles().then(
  (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  (error: unknown) => {
    // Messages of Postgres and of connections quote neither statements nor passwords.
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown reason'}\n`)
    process.exitCode = 1
  },
)
