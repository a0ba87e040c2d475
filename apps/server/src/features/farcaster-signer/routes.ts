import {
  ApiError,
  api,
  type FarcasterSigner,
  signerDeadline,
  signerDeadlineMaxSeconds,
} from '@sallyport/contract'
import { isUsablePublicKey } from '@sallyport/crypto/chains/solana'
import type { App } from '../../apps/app.js'
import {
  findSigner,
  type SignerKey,
  type SignerRow,
  settleSigner,
  storeSigner,
} from '../../db/farcaster-signers.js'
import { readAccountKeys } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import { hourMs, perNetwork, perUser } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { signKeyRequest } from './app-account.js'

/** Keys by which an app posts for a user's Farcaster account (wire reference §11.7); the frame holds them. */
export function farcasterSignerRoutes(deps: Deps): Implementation[] {
  return implement(api.farcasterSigner, {
    init: {
      terms: 'accepted',
      budgets: (_request, spender) => [
        perUser('farcaster-signer', spender, { points: 20, windowMs: hourMs }),
      ],
      handle: async ({ caller: { app, userId }, body }) => {
        const key = { appId: app.id, userId, publicKey: readPublicKey(body.ed25519_public_key) }
        const deadline = readDeadline(deps, body.deadline)
        const fid = await requireAccount(deps, app, key)
        const known = await findSigner(deps.db, key)
        const isOpen = known !== undefined && !isExpired(deps, known)
        const row = isOpen ? known : await request(deps, app, { key, deadline })
        const answer = await readStatus(deps, { key, row, fid })
        if (answer.status !== 'pending_approval') return answer
        return { ...answer, signer_approval_url: openRequest(deps, key, row).url }
      },
    },
    status: {
      budgets: (_request, spender) => [perNetwork('farcaster-status', spender)],
      handle: async ({ caller: { app, userId }, body }) => {
        const key = { appId: app.id, userId, publicKey: readPublicKey(body.ed25519_public_key) }
        const fid = await requireAccount(deps, app, key)
        const row = await findSigner(deps.db, key)
        if (row === undefined || isExpired(deps, row)) {
          throw invalid('The key was not asked for, or was not approved in time')
        }
        return readStatus(deps, { key, row, fid })
      },
    },
  })
}

/** The user's own Farcaster account: a key is approved by it and by no other one. */
async function requireAccount(
  { db }: Pick<Deps, 'db'>,
  { settings }: App,
  owner: SignerKey,
): Promise<number> {
  if (!settings.farcaster_auth) throw new ApiError('disallowed_login_method')
  const accounts = await readAccountKeys(db, owner)
  const account = accounts.find(({ type }) => type === 'farcaster')
  if (account === undefined) throw new ApiError('linked_account_not_found')
  return Number(account.key)
}

async function request(
  deps: Deps,
  app: App,
  { key, deadline }: { key: SignerKey; deadline: number },
): Promise<SignerRow> {
  const signed = await signKeyRequest(app, { publicKey: key.publicKey, deadline })
  const asked = await deps.farcaster.requestSigner(signed)
  const sealed = deps.keyEncryption.seal(Buffer.from(JSON.stringify(asked)), requestContext(key))
  const nowMs = deps.clock.nowMs()
  return storeSigner(deps.db, key, { request: sealed, expiresAtMs: deadline * 1000, nowMs })
}

/** Token and URL of the request, sealed because the token stands for the user's decision. */
function openRequest(
  { keyEncryption }: Pick<Deps, 'keyEncryption'>,
  key: SignerKey,
  { request }: SignerRow,
): { token: string; url: string } {
  // Only `request` writes the column.
  return JSON.parse(Buffer.from(keyEncryption.open(request, requestContext(key))).toString('utf8'))
}

/** The encryption context of a signer's request. */
export function requestContext({ appId, userId, publicKey }: SignerKey): string {
  return `farcaster_signer/${appId}/${userId}/${publicKey}`
}

/** What Farcaster says of a key now. The registry has the last word, the service only knows the user's answer. */
async function readStatus(
  deps: Deps,
  { key, row, fid }: { key: SignerKey; row: SignerRow; fid: number },
): Promise<FarcasterSigner> {
  const shown = { public_key: key.publicKey }
  if (row.state === 'revoked') return { ...shown, status: 'revoked', fid: row.fid ?? fid }
  if (row.state === 'pending_approval') {
    const asked = await deps.farcaster.readSignerRequest(openRequest(deps, key, row).token)
    if (asked.state === 'pending') return { ...shown, status: 'pending_approval' }
    if (asked.state === 'refused' || asked.fid !== fid) return settle('revoked')
  }
  const known = await deps.farcaster.readSignerKey(fid, key.publicKey)
  if (known === 'removed') return settle('revoked')
  if (known === 'added' && row.state !== 'approved') return settle('approved')
  return known === 'added'
    ? { ...shown, status: 'approved', fid }
    : { ...shown, status: 'pending_approval' }

  async function settle(state: 'approved' | 'revoked'): Promise<FarcasterSigner> {
    await settleSigner(deps.db, key, { state, fid })
    return { ...shown, status: state, fid }
  }
}

function isExpired({ clock }: Pick<Deps, 'clock'>, { state, expires_at }: SignerRow): boolean {
  return state === 'pending_approval' && expires_at <= clock.nowMs()
}

/** @throws ApiError `invalid_data` for a key under which one signature could pass for many messages (FAR-06). */
function readPublicKey(text: string): string {
  const publicKey = text.toLowerCase()
  if (isUsablePublicKey(Buffer.from(publicKey.slice(2), 'hex'))) return publicKey
  throw invalid('ed25519_public_key is not a usable Ed25519 key')
}

function readDeadline({ clock }: Pick<Deps, 'clock'>, given: number | undefined): number {
  const nowSeconds = Math.floor(clock.nowMs() / 1000)
  const deadline = signerDeadline(given, nowSeconds)
  if (deadline > nowSeconds && deadline <= nowSeconds + signerDeadlineMaxSeconds) return deadline
  throw invalid('deadline must be in the next 24 hours')
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
