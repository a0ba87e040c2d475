import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { tryChallenge, useChallenge } from './challenges.js'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { listFactors, removeFactors, writeFactor } from './factor-store.js'
import { endOtherProofs, noteProof } from './note-proof.js'
import type { PasskeyContent } from './passkeys.js'
import { proveFactorUser } from './prove-factor-user.js'
import { requireFactorForChange } from './require-factor.js'
import type { SmsChallenge, TotpContent } from './start-factor.js'
import { tellOfFactors } from './tell-of-factors.js'
import { toWireFactors } from './to-wire.js'
import { findTotpStep, isSame } from './totp.js'
import { countTry, forgiveTry } from './tries.js'

type Input = VaultInput<'confirmFactor'>
type ProofOf<M> = Extract<Input['proof'], { method: M }>

/**
 * Makes a factor of what was started. A user who has one must have proven it in this session, so that the API alone can add
 * none (MFA-09: the old secret stays until then).
 *
 * @throws CallRefused `factor_required`, `invalid_factor_token`, `wrong_code`, `too_many_requests`.
 */
export async function confirmFactor(
  input: Input,
  deps: FactorDeps,
): Promise<VaultOutput<'confirmFactor'>> {
  const user = await proveFactorUser(input, deps)
  await requireFactorForChange(user, input.mfaToken, deps)
  const before = await listFactors(user, deps.db)
  const isProven = await confirm(user, input.proof, deps)
  await endOtherProofs(user, deps)
  await tellOfFactors(user, before, deps)
  const token = isProven ? await noteProof(user, deps) : null
  return { factors: toWireFactors(await listFactors(user, deps.db)), token }
}

/** @returns whether something was proven by it. */
async function confirm(
  user: FactorUser,
  proof: Input['proof'],
  deps: FactorDeps,
): Promise<boolean> {
  switch (proof.method) {
    case 'totp':
      await confirmTotp(user, proof, deps)
      return true
    case 'sms':
      await confirmSms(user, proof, deps)
      return true
    case 'passkey':
      await replacePasskeys(user, proof, deps)
      return false
  }
}

async function confirmTotp(user: FactorUser, { code }: ProofOf<'totp'>, deps: FactorDeps) {
  await countTry(user, 'totp', deps)
  const content = await tryChallenge<TotpContent>(user, 'totp-enroll', deps)
  if (!content) throw new CallRefused('wrong_code')
  const secret = Buffer.from(content.bytes, 'base64url')
  const step = findTotpStep(secret, { code, nowMs: deps.clock.nowMs() })
  if (step === undefined) throw new CallRefused('wrong_code')
  if (!(await useChallenge(user, 'totp-enroll', deps))) throw new CallRefused('wrong_code')
  // The code that confirms is used by it.
  await writeFactor(user, { method: 'totp', factorId: '', content, counter: step }, deps)
  await forgiveTry(user, 'totp', deps)
}

async function confirmSms(user: FactorUser, proof: ProofOf<'sms'>, deps: FactorDeps) {
  const { code, phoneNumber } = proof
  await countTry(user, 'sms', deps)
  const sent = await tryChallenge<SmsChallenge>(user, 'sms-enroll', deps)
  const isRight = sent !== undefined && sent.phoneNumber === phoneNumber && isSame(sent.code, code)
  if (!isRight) throw new CallRefused('wrong_code')
  if (!(await useChallenge(user, 'sms-enroll', deps))) throw new CallRefused('wrong_code')
  await writeFactor(
    user,
    { method: 'sms', factorId: '', content: { phoneNumber }, counter: 0 },
    deps,
  )
  await forgiveTry(user, 'sms', deps)
}

/** Passkeys that are factors already keep their key and counter, whatever the API sends. */
async function replacePasskeys(
  user: FactorUser,
  { passkeys }: ProofOf<'passkey'>,
  deps: FactorDeps,
) {
  const factors = await listFactors(user, deps.db)
  const known = new Set(factors.filter(({ method }) => method === 'passkey').map((f) => f.factorId))
  for (const { credentialId: factorId, counter, ...rest } of passkeys) {
    if (known.has(factorId)) continue
    const content: PasskeyContent = rest
    await writeFactor(user, { method: 'passkey', factorId, content, counter }, deps)
  }
  const keep = passkeys.map(({ credentialId }) => credentialId)
  await removeFactors(user, { method: 'passkey', keep }, deps.db)
}
