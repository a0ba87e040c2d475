/** A page whose browser has an authenticator, with the functions that make and use passkeys. */
export async function pageWithAuthenticator(context, options = { frame: false }) {
  const page = await context.browserPage(options)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.evaluate(() => {
    const toCamel = (value) => {
      if (Array.isArray(value)) return value.map(toCamel)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
          toCamel(item),
        ]),
      )
    }
    globalThis.makePasskey = async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(toCamel(options))
      return (await navigator.credentials.create({ publicKey })).toJSON()
    }
    globalThis.usePasskey = async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(toCamel(options))
      return (await navigator.credentials.get({ publicKey })).toJSON()
    }
  })
  return page
}
