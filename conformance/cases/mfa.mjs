import assert from 'node:assert/strict'
import { verifyMessage } from 'viem'
import { accountsOf } from '../expected.mjs'
import { enrollTotp, openElsewhere, openWithWallet } from '../second-factor.mjs'

const wrong = { mfaMethod: 'totp', mfaCode: '000000' }
const refusal = 'missing_or_invalid_mfa'

async function requireSignature({ given, error }) {
  assert.equal(error, undefined)
  const { address, signature } = given
  assert.ok(await verifyMessage({ address, message: 'hi', signature }))
}

/** The client's second factors, each type against the real frame. */
export const cases = {
  'an authenticator app is enrolled, demanded in a new browser, and removed': async (context) => {
    const person = await openWithWallet(context)
    const secret = await enrollTotp(person.page)
    const same = await person.page.evaluate(async () => ({
      factors: await factors(),
      signed: await proving(signText, []),
    }))
    assert.deepEqual(same.factors, ['totp'])
    assert.equal(same.signed.asked, 0)
    await requireSignature(same.signed)

    const { page } = await openElsewhere(context, person)
    const there = await page.evaluate(
      async ([secret, wrong]) => {
        const totp = async () => ({ mfaMethod: 'totp', mfaCode: await totpCode(secret) })
        const signed = await proving(signText, [wrong, totp])
        const again = await proving(signText, [])
        const verified = await proving(() => client.mfa.verifyMfa(), [totp])
        const removed = await proving(() => client.mfa.unenrollMfa('totp'), [totp])
        return { signed, again, verified, removed, factors: await factors() }
      },
      [secret, wrong],
    )
    assert.deepEqual([there.signed.asked, there.signed.told.slice(0, 2)], [2, [refusal, 'passed']])
    await requireSignature(there.signed)
    assert.equal(there.again.asked, 0)
    assert.deepEqual([there.verified.asked, there.verified.given], [1, {}])
    assert.deepEqual([there.removed.asked, there.removed.given], [1, {}])
    assert.deepEqual(there.factors, [])

    const last = await openElsewhere(context, person)
    const signed = await last.page.evaluate(() => proving(signText, []))
    assert.equal(signed.asked, 0)
    await requireSignature(signed)
  },
  'a phone number is enrolled by its code, proven by another, and removed': async (context) => {
    const person = await openWithWallet(context)
    const number = context.newNumber()
    const enrolled = await person.page.evaluate(async (phoneNumber) => {
      const given = await client.mfa.initEnrollMfa({ method: 'sms', phoneNumber })
      const submit = (code) => client.mfa.submitEnrollMfa({ method: 'sms', code, phoneNumber })
      const code = await textCode(phoneNumber, 0)
      const other = code === '000000' ? '000001' : '000000'
      const refused = await proving(() => submit(other), [])
      await submit(code)
      return { given, refused, factors: await factors() }
    }, number)
    assert.deepEqual(enrolled.given, { method: 'sms' })
    assert.equal(enrolled.refused.error.type, 'twilio_verification_failed')
    assert.deepEqual(enrolled.factors, ['sms'])

    const { page } = await openElsewhere(context, person)
    const there = await page.evaluate(async (phoneNumber) => {
      const sms = async () => {
        const before = await countCodes(phoneNumber)
        await client.mfa.sms.sendCode({ action: 'verify' })
        return { mfaMethod: 'sms', mfaCode: await textCode(phoneNumber, before) }
      }
      const signed = await proving(signText, [sms])
      const removed = await proving(() => client.mfa.unenrollMfa('sms'), [sms])
      return { signed, removed, factors: await factors() }
    }, number)
    assert.equal(there.signed.asked, 1)
    await requireSignature(there.signed)
    assert.deepEqual([there.removed.given, there.factors], [{}, []])
  },
  'a passkey is enrolled, proven by its signature, and removed': async (context) => {
    const { page } = await openWithWallet(context)
    await page.exposeFunction('age', () => context.advance(16 * 60_000))
    const seen = await page.evaluate(async () => {
      const { passkey } = client.auth
      const creation = await passkey.generateRegistrationOptions(location.origin)
      const made = await makePasskey(creation.options)
      const { user } = await passkey.linkWithPasskey(made, creation.relying_party)
      const { credential_id } = user.linked_accounts.find(({ type }) => type === 'passkey')
      const submit = (credentialIds) =>
        client.mfa.submitEnrollMfa({ method: 'passkey', credentialIds })
      await submit([credential_id])
      const enrolled = { factors: await factors(), user: (await client.user.get()).user }
      const proof = async () => {
        const { options } = await client.mfa.passkey.generateAuthenticationOptions({
          relying_party: location.origin,
        })
        return { mfaMethod: 'passkey', mfaCode: toSnake(await usePasskey(options)) }
      }
      const toSnake = ({ id, rawId, type, authenticatorAttachment, response }) => ({
        id,
        raw_id: rawId,
        type,
        authenticator_attachment: authenticatorAttachment,
        client_extension_results: {},
        response: {
          client_data_json: response.clientDataJSON,
          authenticator_data: response.authenticatorData,
          signature: response.signature,
          user_handle: response.userHandle,
        },
      })
      const verified = await proving(() => client.mfa.verifyMfa(), [proof])
      const signed = await proving(signText, [])
      await age()
      await client.user.get()
      const removed = await proving(() => submit([]), [proof])
      const left = (await client.user.get()).user
      return { enrolled, verified, signed, removed, left, factors: await factors() }
    })
    assert.deepEqual(seen.enrolled.factors, ['passkey'])
    assert.equal(accountsOf(seen.enrolled.user, 'passkey')[0].enrolled_in_mfa, true)
    assert.deepEqual([seen.verified.asked, seen.verified.given], [1, {}])
    await requireSignature(seen.signed)
    assert.deepEqual([seen.removed.asked, seen.removed.error], [1, undefined])
    assert.deepEqual(seen.factors, [])
    // The client leaves `removeForLogin` out, which means that the passkey is unlinked as well (wire reference §14).
    assert.deepEqual(accountsOf(seen.left, 'passkey'), [])
  },
  'an old proof is asked for again at the signature': async (context) => {
    const { page } = await openWithWallet(context)
    const secret = await enrollTotp(page)
    await context.advance(16 * 60_000)
    const { signed, said } = await page.evaluate(async (secret) => {
      const totp = async () => ({ mfaMethod: 'totp', mfaCode: await totpCode(secret) })
      const before = log.length
      const signed = await proving(signText, [totp])
      const ofWallets = log.slice(before).filter(({ event }) => event.startsWith('privy:wallets:'))
      return { signed, said: ofWallets.map(({ event, error }) => [event, error ?? null]) }
    }, secret)
    assert.equal(signed.asked, 1)
    await requireSignature(signed)
    const told = said.filter(([event]) => event === 'privy:wallets:rpc').map(([, error]) => error)
    assert.deepEqual(told, [refusal, null])
  },
  'three wrong codes end the operation with mfa_verification_max_attempts_reached': async (
    context,
  ) => {
    const { page } = await openWithWallet(context)
    await enrollTotp(page)
    await context.advance(16 * 60_000)
    const { signed, sent } = await page.evaluate(async (wrong) => {
      const before = log.length
      const signed = await proving(signText, [wrong, wrong, wrong])
      const sent = log.slice(before).filter(({ event }) => event === 'privy:wallets:rpc')
      return { signed, sent: sent.map(({ error }) => error) }
    }, wrong)
    assert.deepEqual(sent, Array(4).fill(refusal))
    assert.equal(signed.given, undefined)
    assert.deepEqual(signed.told, [refusal, refusal, 'mfa_verification_max_attempts_reached'])
    // The client wraps what a provider fails with.
    assert.equal(signed.error.code, 'embedded_wallet_request_error')
  },
  'a proof that does not come ends the operation with mfa_timeout': async (context) => {
    const { page } = await openWithWallet(context)
    await enrollTotp(page)
    await page.clock.install()
    const waiting = page.evaluate(() => {
      client.mfaPromises.on('mfaRequired', () => {
        globalThis.isAsked = true
      })
      return client.mfa.verifyMfa().catch(({ type }) => type)
    })
    await page.waitForFunction(() => globalThis.isAsked)
    await page.clock.fastForward(5 * 60_000 + 1000)
    assert.equal(await waiting, 'mfa_timeout')
  },
  'events that carry no factor are refused, and go through with one in their data': async (
    context,
  ) => {
    const { page, user } = await openWithWallet(context)
    const secret = await enrollTotp(page)
    // The session itself counts as stepped up for 15 minutes.
    await page.exposeFunction('age', () => context.advance(16 * 60_000))
    const answers = await page.evaluate(
      async ([userId, secret, wrong]) => {
        const { address: entropyId } = walletOf((await client.user.get()).user, 'ethereum')
        const root = { entropyId, entropyIdVerifier: 'ethereum-address-verifier' }
        const rpc = { method: 'personal_sign', params: ['hi', entropyId] }
        const proof = async () => ({ mfaMethod: 'totp', mfaCode: await totpCode(secret) })
        const requests = {
          'privy:wallets:rpc': { chainType: 'ethereum', hdWalletIndex: 0, request: rpc },
          'privy:wallets:recover': {},
          'privy:wallets:add': { chainType: 'ethereum', hdWalletIndex: 1 },
          'privy:mfa:init-enrollment': { method: 'totp' },
          'privy:mfa:unenroll': { method: 'totp' },
        }
        const found = []
        for (const [event, fields] of Object.entries(requests)) {
          await age()
          await client.user.get()
          await client.mfa.clearMfa({ userId })
          const given = { accessToken: await client.mfa.getAccessToken(), ...root, ...fields }
          const tries = [given, { ...given, ...wrong }, { ...given, ...(await proof()) }]
          const errors = []
          for (const each of tries) errors.push((await ask(event, each)).error?.type ?? null)
          found.push([event, ...errors])
        }
        return found
      },
      [user.id, secret, wrong],
    )
    assert.deepEqual(
      answers,
      answers.map(([event]) => [event, refusal, refusal, null]),
    )
  },
}
