import assert from 'node:assert/strict'
import { verifyMessage } from 'viem'
import { failure } from '../context.mjs'
import { addressOf } from '../expected.mjs'
import { openElsewhere, openPerson, openWithWallet } from '../second-factor.mjs'

const passcode = 'harbour-lantern-velvet'

/** Recovery that the user owns: set by the client in one browser, used by it in another that has nothing of the wallet. */
export const cases = {
  'a passcode replaces automatic recovery, and opens the wallet in a new browser': (context) =>
    withMethods(context, ['user-passcode'], async () => {
      const person = await openWithWallet(context)
      const user = await setRecovery(person, {
        recoveryMethod: 'user-passcode',
        password: passcode,
      })
      const address = addressOf(user, 'ethereum')
      assert.equal(walletOf(user, address).recovery_method, 'user-passcode')
      const material = await person.page.evaluate(
        (of) => client.recovery.getRecoveryKeyMaterial(of, 'ethereum'),
        address,
      )
      assert.equal(material.recovery_type, 'user_passcode_derived_recovery_key')
      assert.ok(material.recovery_key_derivation_salt)
      const { page } = await openElsewhere(context, person)
      const wrong = await signWith(page, { recoveryPassword: 'another-lantern-velvet' })
      assert.ok(wrong.error)
      const { signature } = await signWith(page, { recoveryPassword: passcode })
      assert.ok(await verifyMessage({ address, message: 'hi', signature }))
    }),
  'a file in Google Drive replaces automatic recovery, and opens the wallet in a new browser': (
    context,
  ) =>
    withMethods(context, ['google-drive', 'user-passcode'], async () => {
      const name = context.newName()
      const person = await openWithWallet(context)
      const recoveryAccessToken = await visitGoogle(context, person.page, name)
      const user = await setRecovery(person, {
        recoveryMethod: 'google-drive',
        recoveryAccessToken,
      })
      const address = addressOf(user, 'ethereum')
      assert.equal(walletOf(user, address).recovery_method, 'google-drive')
      const { page } = await openElsewhere(context, person)
      await assert.rejects(visitGoogle(context, page, context.newName()), /not the Google account/)
      const own = await visitGoogle(context, page, name)
      const { signature } = await signWith(page, { recoveryAccessToken: own })
      assert.ok(await verifyMessage({ address, message: 'hi', signature }))
      // While a wallet needs it, the app can't stop offering Google Drive. This client does not name the method it replaces.
      const replaced = await page.evaluate(
        async ([entropyId, recoveryPassword]) =>
          ask('privy:wallets:set-recovery', {
            accessToken: await client.getAccessToken(),
            entropyId,
            entropyIdVerifier: 'ethereum-address-verifier',
            existingRecoveryMethod: 'google-drive',
            recoveryMethod: 'user-passcode',
            recoveryPassword,
          }),
        [address, passcode],
      )
      assert.equal(replaced.error, undefined)
    }),
  'the client is told where users sign in to iCloud, and a native one reads the token': (context) =>
    withMethods(context, ['icloud'], async () => {
      const { page } = await openPerson(context)
      const { url, settings } = await page.evaluate(async () => {
        const { icloudAuth } = client.recovery
        const { url } = await icloudAuth.init('web')
        return { url, settings: await icloudAuth.getICloudConfiguration('web') }
      })
      assert.match(url, /^https?:\/\//)
      assert.deepEqual(Object.keys(settings).sort(), [
        'api_token',
        'container_identifier',
        'environment',
      ])
      const path = `/api/v1/recovery/oauth/callback_icloud/${context.dev.appId}/expo_ios`
      const answer = await page.goto(`${context.dev.authUrl}${path}?ckWebAuthToken=token`)
      assert.equal(answer.status(), 200)
    }),
  'a method that the app does not offer is refused': async (context) => {
    const { client } = await context.signIn()
    const refusal = await failure(() => client.recovery.auth.generateURL(context.dev.demoUrl))
    assert.equal(refusal.code, 'disallowed_recovery_method')
  },
}

const walletOf = (user, address) => user.linked_accounts.find((each) => each.address === address)

/** Offers recovery methods for the time of `act`. */
async function withMethods(context, methods, act) {
  const { embedded_wallet_config: config } = await context.admin('GET', '/admin/v1/app')
  const offer = (embedded_wallet_config) => context.changeApp({ embedded_wallet_config })
  await offer({ ...config, user_owned_recovery_options: methods })
  try {
    await act()
  } catch (error) {
    // It may be refused, as long as a wallet needs the method.
    await offer(config).catch(() => undefined)
    throw error
  }
  await offer(config)
}

/** Replaces the recovery of the person's wallet; gives the user. */
async function setRecovery({ page, user }, method) {
  const answer = await page.evaluate(
    ([given, chosen]) =>
      client.embeddedWallet.setRecovery({ wallet: walletOf(given, 'ethereum'), ...chosen }),
    [user, method],
  )
  return answer.user
}

/** Opens the wallet with what recovery takes and signs; gives the signature or the error. */
function signWith(page, recovery) {
  return page.evaluate(async (given) => {
    const { user } = await client.user.get()
    const wallet = walletOf(user, 'ethereum')
    const entropy = { entropyId: wallet.address, entropyIdVerifier: 'ethereum-address-verifier' }
    try {
      const provider = await client.embeddedWallet.getEthereumProvider({
        wallet,
        ...entropy,
        ...given,
      })
      const params = ['hi', wallet.address]
      return { signature: await provider.request({ method: 'personal_sign', params }) }
    } catch (error) {
      return { error: error.code ?? error.message }
    }
  }, recovery)
}

/** Has the page go to Google as a person and come back; gives the access to the folder of the app. */
async function visitGoogle(context, page, name) {
  const { origin } = new URL(page.url())
  const { url } = await page.evaluate((to) => client.recovery.auth.generateURL(to), `${origin}/`)
  await page.goto(url)
  await page.fill('input[name=name]', name)
  await page.click('button[value=allow]')
  await page.waitForURL(`${origin}/**`)
  const { searchParams } = new URL(page.url())
  await context.reopen(page)
  const given = ['privy_oauth_code', 'privy_oauth_state'].map((key) => searchParams.get(key))
  const { access_token } = await page.evaluate(
    ([code, state]) => client.recovery.auth.authorize(code, state),
    given,
  )
  return access_token
}
