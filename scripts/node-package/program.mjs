import { createClient, generateKeyPair, isSallyportError } from '@sallyport/node'

/**
 * What every runtime has to do with the package: verify a token, make and import wallets, sign a request and a message.
 *
 * @param {{ apiUrl: string, appId: string, appSecret: string, token: string, nowMs: number }} given
 */
export async function tryPackage({ token, nowMs, ...options }) {
  const sallyport = createClient({ ...options, nowMs: () => nowMs })
  const headers = { authorization: `Bearer ${token}` }
  const { user_id } = await sallyport.authenticate({ headers })
  const refused = await sallyport
    .verifyAccessToken(`${token.slice(0, -8)}AAAAAAAA`)
    .catch((error) => isSallyportError(error) && error.code)

  const { private_key, public_key } = await generateKeyPair()
  const wallet = await sallyport.wallets().create({ chain_type: 'ethereum', owner: { public_key } })
  const { signature } = await sallyport
    .wallets()
    .ethereum()
    .signMessage(wallet.id, {
      message: 'hi',
      authorization_context: { authorization_private_keys: [private_key] },
    })
  const unsigned = await sallyport
    .wallets()
    .ethereum()
    .signMessage(wallet.id, { message: 'hi' })
    .catch((error) => isSallyportError(error) && error.code)
  let listed = 0
  for await (const _ of sallyport.wallets().list({ limit: 1 })) listed += 1
  return { user_id, refused, address: wallet.address, signature, unsigned, hasListed: listed > 0 }
}
