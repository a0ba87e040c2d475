/* A signed-in page with the real frame, and the functions that answer the client's demands for a second factor. */
import { pageWithAuthenticator } from './authenticator.mjs'
import { totpCodeAt } from './totp.mjs'

/**
 * Logs in by email in a new browser. The page gets these functions:
 * `proving(operation, proofs)` runs an operation of the client and gives it the next proof each time it asks for one;
 * `totpCode(secret)` and `textCode(number)` give a code that was not used before; `countCodes(number)` how many texts came.
 */
export async function openPerson(context, address = context.newAddress()) {
  const page = await pageWithAuthenticator(context, {})
  await page.exposeFunction('totpCode', (secret) => freshTotp(context, secret))
  await page.exposeFunction('countCodes', context.countCodes)
  await page.exposeFunction('textCode', context.codeFor)
  await page.evaluate(addProving)
  const before = await context.countCodes(address)
  await page.evaluate((to) => client.auth.email.sendCode(to), address)
  const code = await context.codeFor(address, before)
  const { user } = await page.evaluate(
    ([to, typed]) => client.auth.email.loginWithCode(to, typed),
    [address, code],
  )
  return { page, address, user }
}

/** A person with an Ethereum wallet. */
export async function openWithWallet(context) {
  const person = await openPerson(context)
  const user = await person.page.evaluate(async () => (await client.embeddedWallet.create({})).user)
  return { ...person, user }
}

/** The same person in a browser that has neither wallet nor proven factor. */
export const openElsewhere = (context, { address }) => openPerson(context, address)

/** Makes an authenticator app a factor; gives its secret. */
export function enrollTotp(page) {
  return page.evaluate(async () => {
    const { secret } = await client.mfa.initEnrollMfa({ method: 'totp' })
    await client.mfa.submitEnrollMfa({ method: 'totp', code: await totpCode(secret) })
    return secret
  })
}

/** Each code works once: the time moves to a new one. */
async function freshTotp(context, secret) {
  await context.advance(30_000)
  const { now } = await (await fetch(context.dev.clockUrl)).json()
  return totpCodeAt(secret, Date.parse(now))
}

/** Runs in the page. */
function addProving() {
  globalThis.proving = async (operation, proofs) => {
    const { mfaPromises } = client
    const told = []
    let asked = 0
    const submit = async () => {
      asked += 1
      const next = proofs.shift()
      if (next === undefined) return
      // The client waits for a proof right after it has asked.
      await Promise.resolve()
      const proof = typeof next === 'function' ? await next() : next
      mfaPromises.submitPromise.current = {
        resolve: () => told.push('passed'),
        reject: (error) => {
          told.push(error.type)
          if (error.type === 'missing_or_invalid_mfa') void submit()
        },
      }
      mfaPromises.rootPromise.current.resolve({ relyingParty: location.origin, ...proof })
    }
    mfaPromises.on('mfaRequired', submit)
    try {
      const value = await operation().then(
        (given) => ({ given }),
        (error) => ({ error: { type: error.type, code: error.code } }),
      )
      return { ...value, asked, told }
    } finally {
      mfaPromises.off('mfaRequired', submit)
    }
  }
  globalThis.signText = async () => {
    const { user } = await client.user.get()
    const { address } = walletOf(user, 'ethereum')
    const provider = await globalThis.ethereum(user)
    const signature = await provider.request({ method: 'personal_sign', params: ['hi', address] })
    return { address, signature }
  }
  globalThis.factors = async () =>
    (await client.user.get()).user.mfa_methods.map(({ type }) => type)
}
