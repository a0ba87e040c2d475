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
  signerDatabasePassword: string
  appId: string
  appSecret: string
  secondAppId: string
  secondAppSecret: string
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
    signerDatabasePassword: randomText(),
    appId: newAppId(),
    appSecret: randomText(),
    secondAppId: newAppId(),
    secondAppSecret: randomText(),
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

/**
 * Loads the keys of the token keys. In a folder of an earlier version one key sealed everything, so it is kept as the older
 * one of the list. Call it before the folder's `api.key` is made.
 */
export function loadOrCreateTokenKeys(folder: string): string {
  const [path, earlier] = [join(folder, 'token.key'), join(folder, 'api.key')]
  if (!existsSync(path) && existsSync(earlier)) {
    const keys = [randomBytes(32).toString('base64'), readFileSync(earlier, 'utf8').trim()]
    writeFileSync(path, keys.join('\n'), { mode: 0o600 })
  }
  return loadOrCreateKey(path)
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

/* 25 characters starting with a letter: public clients expect this form of an app id. */
function newAppId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return `c${Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
