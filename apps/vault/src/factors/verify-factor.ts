import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { tryChallenge, useChallenge } from './challenges.js'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { advanceCounter, readFactor } from './factor-store.js'
import { noteProof } from './note-proof.js'
import { verifyPasskey } from './passkeys.js'
import { proveFactorUser } from './prove-factor-user.js'
import { useRecoveryCode } from './recovery-codes.js'
import type { SmsChallenge, TotpContent } from './start-factor.js'
import { findTotpStep, isSame } from './totp.js'
import { countTry, forgiveTry, type Tried } from './tries.js'

/**
 * Checks the proof of a factor. Each code and signature works once; a wrong one counts against the limits of its method.
 *
 * @throws CallRefused `invalid_token`, `wrong_code`, `wrong_signature`, `too_many_requests`.
 */
export async function verifyFactor(
  input: VaultInput<'verifyFactor'>,
  deps: FactorDeps,
): Promise<VaultOutput<'verifyFactor'>> {
  const user = await proveFactorUser(input, deps)
  const { proof } = input
  if (proof.method === 'passkey') await verifyPasskey(user, proof.assertion, deps)
  else await verifyCode(user, { method: proof.method, code: proof.code }, deps)
  return { token: await noteProof(user, deps) }
}

type CodeMethod = Exclude<Tried, 'sms-send'>

const checks = {
  totp: verifyTotp,
  sms: verifySms,
  recovery_code: useRecoveryCode,
} satisfies Record<CodeMethod, (user: FactorUser, code: string, deps: FactorDeps) => Promise<void>>

async function verifyCode(
  user: FactorUser,
  { method, code }: { method: CodeMethod; code: string },
  deps: FactorDeps,
): Promise<void> {
  await countTry(user, method, deps)
  await checks[method](user, code, deps)
  await forgiveTry(user, method, deps)
}

async function verifyTotp(user: FactorUser, code: string, deps: FactorDeps): Promise<void> {
  const factor = { method: 'totp', factorId: '' } as const
  const content = await readFactor<TotpContent>(user, factor, deps)
  if (!content) throw new CallRefused('wrong_code')
  const secret = Buffer.from(content.bytes, 'base64url')
  const counter = findTotpStep(secret, { code, nowMs: deps.clock.nowMs() })
  if (counter === undefined) throw new CallRefused('wrong_code')
  const isFirst = await advanceCounter(user, { ...factor, counter }, deps.db)
  if (!isFirst) throw new CallRefused('wrong_code', new Error('The code was used'))
}

async function verifySms(user: FactorUser, code: string, deps: FactorDeps): Promise<void> {
  const factor = await readFactor(user, { method: 'sms', factorId: '' }, deps)
  const sent = await tryChallenge<SmsChallenge>(user, 'sms-verify', deps)
  if (!factor || !sent || !isSame(sent.code, code)) throw new CallRefused('wrong_code')
  if (!(await useChallenge(user, 'sms-verify', deps))) throw new CallRefused('wrong_code')
}
