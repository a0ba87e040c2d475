import type { Deps } from '../../deps.js'
import type { FrameCaller } from '../../http/implement.js'
import { askVault, claimOf, requireMethod, tokenOf } from '../../identity/factors.js'
import { readRecord } from '../../identity/link.js'
import type { UserRecord } from '../../identity/user.js'

/** A new secret from the vault, as authenticator apps take it. The old one stays until a code of the new one comes. */
export async function startTotp(
  deps: Deps,
  caller: FrameCaller,
): Promise<{ totpSecret: string; totpAuthUrl: string }> {
  const { app, userId } = caller
  requireMethod(app, 'totp')
  const input = { ...claimOf(caller), ...tokenOf(caller), start: { method: 'totp' } as const }
  const started = await askVault(deps, { app, call: 'startFactor', input })
  if (started.method !== 'totp') throw new Error('The vault started another factor')
  const user = await readRecord(deps, { appId: app.id, userId })
  const { secret } = started
  return {
    totpSecret: secret,
    totpAuthUrl: authUrl({ secret, issuer: app.settings.name, account: accountOf(user) }),
  }
}

/** The key URI that authenticator apps read from a QR code. */
function authUrl({ secret, issuer, account }: { secret: string; issuer: string; account: string }) {
  const name = issuer.replaceAll(':', ' ')
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`
  const rest = `issuer=${encodeURIComponent(name)}&algorithm=SHA1&digits=6&period=30`
  return `otpauth://totp/${label}?secret=${secret}&${rest}`
}

/** What the entry in the authenticator app is called: the user's address, else their id. */
function accountOf({ id, accounts }: UserRecord): string {
  for (const { type, data } of accounts) {
    const address = type === 'email' ? data.address : type === 'phone' ? data.phoneNumber : null
    if (typeof address === 'string') return address
  }
  return id
}
