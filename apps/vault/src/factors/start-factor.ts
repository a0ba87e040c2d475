import { randomBytes, randomInt } from 'node:crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { storeChallenge } from './challenges.js'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { listFactors, readFactor } from './factor-store.js'
import type { PasskeyChallenge, PasskeyContent } from './passkeys.js'
import { proveFactorUser } from './prove-factor-user.js'
import { requireFactorForChange } from './require-factor.js'
import { toBase32 } from './totp.js'
import { countTry } from './tries.js'

/** An authenticator app's secret. */
export interface TotpContent {
  /** Base32, 160 bits. */
  secret: string
  /** The same, base64url. */
  bytes: string
}
/** A phone number that is a factor. */
interface SmsContent {
  phoneNumber: string
}
/** A code that was sent to a number. */
export interface SmsChallenge extends SmsContent {
  code: string
}

/**
 * Makes what a factor is proven with: the secret of an authenticator app, a code for a phone number, a challenge for passkeys.
 *
 * @throws CallRefused `invalid_token`; `factor_required` when a factor is to be added to others; `not_found` without the
 *   factor to verify; `too_many_requests`.
 */
export async function startFactor(
  input: VaultInput<'startFactor'>,
  deps: FactorDeps,
): Promise<VaultOutput<'startFactor'>> {
  const user = await proveFactorUser(input, deps)
  const { start } = input
  if (start.method === 'passkey') return startPasskey(user, start.origin, deps)
  if (start.method === 'sms' && start.phoneNumber === null) return sendToFactor(user, deps)
  await requireFactorForChange(user, input.mfaToken, deps)
  if (start.method === 'totp') return startTotp(user, deps)
  return startSms(user, { phoneNumber: start.phoneNumber ?? '', purpose: 'sms-enroll' }, deps)
}

async function startTotp(user: FactorUser, deps: FactorDeps) {
  const bytes = randomBytes(20)
  const secret = toBase32(bytes)
  const content: TotpContent = { secret, bytes: bytes.toString('base64url') }
  bytes.fill(0)
  await storeChallenge(user, { purpose: 'totp-enroll', content }, deps)
  return { method: 'totp' as const, secret }
}

async function sendToFactor(user: FactorUser, deps: FactorDeps) {
  const factor = await readFactor<SmsContent>(user, { method: 'sms', factorId: '' }, deps)
  if (!factor) throw new CallRefused('not_found')
  return startSms(user, { ...factor, purpose: 'sms-verify' }, deps)
}

async function startSms(
  user: FactorUser,
  { phoneNumber, purpose }: SmsContent & { purpose: 'sms-enroll' | 'sms-verify' },
  deps: FactorDeps,
) {
  await countTry(user, 'sms-send', deps)
  const code = String(randomInt(10 ** 6)).padStart(6, '0')
  const content: SmsChallenge = { phoneNumber, code }
  await storeChallenge(user, { purpose, content }, deps)
  return { method: 'sms' as const, phoneNumber, code }
}

async function startPasskey(user: FactorUser, origin: string, deps: FactorDeps) {
  const factors = (await listFactors(user, deps.db)).filter(({ method }) => method === 'passkey')
  if (factors.length === 0) throw new CallRefused('not_found')
  const challenge = randomBytes(32).toString('base64url')
  const content: PasskeyChallenge = { challenge, origin }
  await storeChallenge(user, { purpose: 'passkey-verify', content }, deps)
  const credentials = await Promise.all(
    factors.map(async (factor) => {
      const stored = await readFactor<PasskeyContent>(user, factor, deps)
      const { rpId = '', transports = [] } = stored ?? {}
      return { id: factor.factorId, rpId, transports }
    }),
  )
  return { method: 'passkey' as const, challenge, credentials }
}
