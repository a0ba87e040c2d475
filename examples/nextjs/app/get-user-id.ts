import { cookies as cookieNames, defaultIssuer } from '@sallyport/contract'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { cookies } from 'next/headers'
import { apiUrl, appId } from '../settings'

const keys = createRemoteJWKSet(new URL(`${apiUrl}/api/v1/apps/${appId}/jwks.json`))

/** Returns the user id of the request's access token; null when the token is missing, invalid or expired. */
export async function getUserId(): Promise<string | null> {
  const token = (await cookies()).get(cookieNames.accessToken)?.value
  if (!token) return null
  try {
    const rules = { issuer: defaultIssuer, audience: appId, algorithms: ['ES256'] }
    const { payload } = await jwtVerify(token, keys, rules)
    return payload.sub ?? null
  } catch {
    return null
  }
}
