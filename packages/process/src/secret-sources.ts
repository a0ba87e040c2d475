import { closeSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { earlierNameOf } from './earlier-names.js'
import type { Env } from './settings.js'

/** How the value of a secret setting was given, or why it cannot be used. */
type Given = { text: string | undefined } | { problem: string }

/** A secret setting's name, and whether it is a key: production refuses keys in the environment. */
interface SecretSetting {
  name: string
  isKey: boolean
}

/**
 * Reads a secret setting: from the file `<name>_FILE`, the open file descriptor `<name>_FD`, the systemd credential
 * `<name>`, or the variable itself. A descriptor is read once and closed.
 *
 * A production program refuses a key in its environment, which stays readable in `/proc/<pid>/environ` for its lifetime,
 * is passed on to child processes and is shown by service managers and container runtimes; and a file that others can read.
 */
export function readSecret(
  { name, isKey }: SecretSetting,
  { env, isProduction }: { env: Env; isProduction: boolean },
): Given {
  const inEnvironment = env[name] || undefined
  const file = env[`${name}_FILE`] || undefined
  const descriptor = env[`${name}_FD`] || undefined
  if ([inEnvironment, file, descriptor].filter((each) => each !== undefined).length > 1) {
    return { problem: `${name} is given more than once: set one of ${name}_FILE and ${name}_FD.` }
  }
  if (inEnvironment !== undefined) {
    if (!isKey || !isProduction) return { text: inEnvironment }
    return {
      problem: `${name} is in the environment, which is not a safe place for a key: put it into a file and set ${name}_FILE, or pass it as ${name}_FD.`,
    }
  }
  if (descriptor !== undefined) return readDescriptor(`${name}_FD`, descriptor)
  const path = file ?? credentialPath(name, env)
  if (path === undefined) return { text: undefined }
  const owner = ownerOf(env)
  return readSecretFile({ variable: `${name}_FILE`, path, isChecked: isProduction, owner })
}

/**
 * The user whose files a program's secrets are in: its own. `npm run serve`, which runs as root and passes secrets on, names
 * the program's user.
 */
function ownerOf(env: Env): number | undefined {
  const self = process.getuid?.()
  const { SALLYPORT_SECRETS_OWNER: named } = env
  return self === 0 && named !== undefined ? Number(named) : self
}

/** The path of a systemd credential with the setting's name, or an earlier one (`LoadCredential=`). */
function credentialPath(name: string, { CREDENTIALS_DIRECTORY: folder }: Env): string | undefined {
  if (folder === undefined || folder === '') return undefined
  const paths = [name, earlierNameOf(name)].filter((each) => each !== undefined)
  return paths.map((each) => join(folder, each)).find((path) => existsSync(path))
}

function readDescriptor(variable: string, written: string): Given {
  const descriptor = Number(written)
  if (!Number.isSafeInteger(descriptor) || descriptor < 3) {
    return { problem: `${variable} must be the number of an open file descriptor from 3 up.` }
  }
  try {
    const text = readFileSync(descriptor, 'utf8').trim()
    closeSync(descriptor)
    return text === '' ? { problem: `${variable} names a descriptor without content.` } : { text }
  } catch {
    return { problem: `${variable} names a descriptor that cannot be read.` }
  }
}

function readSecretFile(secret: {
  variable: string
  path: string
  isChecked: boolean
  owner: number | undefined
}): Given {
  const { variable, path, isChecked, owner } = secret
  try {
    const problem = isChecked ? fileProblem({ variable, owner }, statSync(path)) : undefined
    if (problem !== undefined) return { problem }
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { problem: `${variable} names an empty file.` } : { text }
  } catch {
    return { problem: `${variable} names a file that this program cannot read.` }
  }
}

/** Access of the group and of others, and of others alone. */
const sharedBits = 0o077
const othersBits = 0o007

/**
 * Why a file is not a place for a secret: another user could read it or replace it. A file of root's user and group may
 * be readable by that group, because systemd gives credentials to a service by an access list, which stat shows as group
 * access.
 */
function fileProblem(
  { variable, owner }: { variable: string; owner: number | undefined },
  file: { mode: number; uid: number; gid: number },
): string | undefined {
  const { mode, uid, gid } = file
  if (owner === undefined) return undefined
  if (uid !== owner && uid !== 0) {
    return `${variable} names a file of another user: chown it to the user of this program.`
  }
  const isOfRoot = uid === 0 && gid === 0
  const refused = isOfRoot ? othersBits | 0o020 : sharedBits
  if ((mode & refused) === 0) return undefined
  return `${variable} names a file that other users can read: run chmod 400 on it.`
}
