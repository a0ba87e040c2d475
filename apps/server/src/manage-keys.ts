import { parseArgs } from 'node:util'
import {
  type KeyDeps,
  listKeys,
  revokePreviousSecret,
  revokeTokenKey,
  revokeTokens,
  rotateSecret,
  rotateTokenKey,
} from './apps/change-keys.js'
import { readKeyCommandConfig } from './config.js'
import { connectDb } from './db/connect.js'
import {
  checkUnused,
  type EncryptionKeyDeps,
  listEncryptionKeys,
  renewUnderNewestKeys,
} from './encryption-keys/encryption-keys.js'
import { manageTransport } from './manage-transport.js'
import { systemClock } from './ports/clock.js'
import { aesKeyEncryption } from './ports/key-encryption.js'
import { systemRandom } from './ports/random.js'
import { socketSigner, socketVault } from './ports/unix-vault.js'
import { runCommand } from './run-command.js'

/*
 * `npm run -s keys -- <what>`, as the API's user and with its settings (docs/operate/deploy.md, "Keys"):
 *
 *   list <app id>
 *   rotate token-key <app id> [--lead-minutes 1500]
 *   rotate app-secret <app id> [--keep-hours 24]
 *   revoke token-key <app id> <kid>
 *   revoke app-secret <app id>        the one before the newest
 *   revoke tokens <app id>            all that were issued until now
 *
 * Of the key-encryption keys, SALLYPORT_KEK and SALLYPORT_TOKEN_KEK:
 *
 *   list encryption-keys              how many rows name each key
 *   rotate encryption-keys            moves what is under older keys to the newest
 *   revoke encryption-key <id>        checks that no row names the key, so that it can be removed
 *
 * Of the certificates between hosts: transport init | issue | rotate | check (`manage-transport.ts`).
 */
const usage =
  'Usage: keys list <app id> | keys rotate token-key|app-secret <app id> | keys revoke token-key|app-secret|tokens <app id> [<kid>] | keys list|rotate encryption-keys | keys revoke encryption-key <id>'

/** The vault accepts a new key after 24 hours, and verifiers are told to cache keys for five minutes. */
const leadMinutes = '1500'
const leastLeadMs = 24 * 3_600_000 + 10 * 60_000
/** An hour before the vault forgets the key that signs until then: its tokens live an hour. */
const mostLeadMs = 48 * 3_600_000
const keepHours = '24'

type Deps = KeyDeps & EncryptionKeyDeps
type Options = Record<'leadMs' | 'keepMs', number>

/** The commands of the key-encryption keys; longer names go first, because `list` is the start of others. */
const commands = {
  'list encryption-keys': (deps) => listEncryptionKeys(deps),
  'rotate encryption-keys': (deps) => renewUnderNewestKeys(deps),
  'revoke encryption-key': (deps, [id]) => checkUnused(deps, id),
  list: (deps, [appId]) => listKeys(deps, appId),
  'rotate token-key': (deps, [appId], { leadMs }) => rotateTokenKey(deps, { appId, leadMs }),
  'rotate app-secret': (deps, [appId], { keepMs }) => rotateSecret(deps, { appId, keepMs }),
  'revoke token-key': (deps, [appId, kid]) => revokeTokenKey(deps, { appId, kid }),
  'revoke app-secret': (deps, [appId]) => revokePreviousSecret(deps, appId),
  'revoke tokens': (deps, [appId]) => revokeTokens(deps, appId),
} satisfies Record<
  string,
  (deps: Deps, words: [string, string], options: Options) => Promise<object>
>

async function manageKeys(): Promise<object> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'lead-minutes': { type: 'string', default: leadMinutes },
      'keep-hours': { type: 'string', default: keepHours },
    },
  })
  const name = Object.keys(commands).find((each) => isStart(each, positionals))
  const [appId, kid = ''] = positionals.slice(name?.split(' ').length)
  // `find` returned one of the record's keys.
  const command = name === undefined ? undefined : commands[name as keyof typeof commands]
  const isOfDeployment = name?.endsWith(' encryption-keys') === true
  if (command === undefined || (appId === undefined && !isOfDeployment)) throw new Error(usage)
  const leadMs = readNumber(values['lead-minutes']) * 60_000
  if (leadMs < leastLeadMs || leadMs > mostLeadMs)
    throw new Error(
      '--lead-minutes is between 1450 and 2880: the vault accepts a new key after 24 hours, and the one before for 25 more.',
    )
  const keepMs = readNumber(values['keep-hours']) * 3_600_000
  return withDeps((deps) => command(deps, [appId ?? '', kid], { leadMs, keepMs }))
}

function isStart(name: string, positionals: readonly string[]): boolean {
  return name.split(' ').every((word, index) => positionals[index] === word)
}

function readNumber(text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number >= 0 && number <= 24 * 365) return number
  throw new Error(usage)
}

async function withDeps(work: (deps: Deps) => Promise<object>): Promise<object> {
  const { databaseUrl, keks, vaultSocket, signerSocket, transportDir, issuer } =
    readKeyCommandConfig(process.env)
  const db = connectDb({ url: databaseUrl, poolSize: 1 })
  const vault = socketVault(vaultSocket, { transportDir })
  const signer =
    signerSocket === undefined ? undefined : socketSigner(signerSocket, { transportDir })
  const keyEncryption = aesKeyEncryption(keks, systemRandom)
  try {
    return await work({
      db,
      keyEncryption,
      keks,
      vault,
      signer,
      clock: systemClock,
      random: systemRandom,
      issuer,
    })
  } finally {
    vault.close()
    signer?.close()
    await db.destroy()
  }
}

const [, , what, ...rest] = process.argv
runCommand(what === 'transport' ? () => manageTransport(rest) : manageKeys)
