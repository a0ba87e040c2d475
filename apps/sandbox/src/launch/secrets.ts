import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from '../json-file.js'

/** Generated at the first start and saved. */
export interface Secrets {
  postgresPassword: string
  apiOwnerDatabasePassword: string
  apiDatabasePassword: string
  vaultDatabasePassword: string
  appId: string
  appSecret: string
  telegramBotToken: string
}

/** Loads the folder's secrets, generating those that are missing. */
export function loadOrCreateSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json')
  const found = readJson(path)
  const secrets: Secrets = {
    postgresPassword: randomText(),
    apiOwnerDatabasePassword: randomText(),
    apiDatabasePassword: randomText(),
    vaultDatabasePassword: randomText(),
    appId: newAppId(),
    appSecret: randomText(),
    telegramBotToken: `7${randomInt(1e9, 9e9)}:${randomText()}`,
    // This function wrote the file.
    ...(found as Partial<Secrets> | undefined),
  }
  if (JSON.stringify(found) !== JSON.stringify(secrets)) writeJson(path, secrets)
  return secrets
}

/** Loads a key-encryption key (32 random bytes, base64) from its own file, generating it if needed. */
export function loadOrCreateKey(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

/* 25 characters starting with a letter: public clients expect this form of an app id. */
function newAppId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return `c${Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
