import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from '../keep-json.js'

/** What is made up at the first start and kept. */
export interface Secrets {
  postgresPassword: string
  apiDatabasePassword: string
  vaultDatabasePassword: string
  appId: string
  appSecret: string
}

/** Reads the folder's secrets, making those that are missing. */
export function keepSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json')
  const found = readJson(path)
  const secrets: Secrets = {
    postgresPassword: randomText(),
    apiDatabasePassword: randomText(),
    vaultDatabasePassword: randomText(),
    appId: newAppId(),
    appSecret: randomText(),
    // The file was written by this function.
    ...(found as Partial<Secrets> | undefined),
  }
  if (!found) writeJson(path, secrets)
  return secrets
}

/** A key-encryption key kept in a file of its own: 32 random bytes, base64. */
export function keepKey(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

/* 25 characters, a letter first, as public clients expect of an app id. */
function newAppId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return `c${Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
