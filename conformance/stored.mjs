/* What the client's in-memory storage keeps: all its values are in one plain object. */
const cacheOf = (storage) => storage._cache

export const readStored = (storage, name) => cacheOf(storage)[`privy:${name}`]

/** Replaces the stored access token by one that the client sees as expired. */
export function expireAccessToken(storage) {
  const cache = cacheOf(storage)
  const [header, body, signature] = cache['privy:token'].split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  claims.exp = Math.floor(Date.now() / 1000) - 60
  cache['privy:token'] = [
    header,
    Buffer.from(JSON.stringify(claims)).toString('base64url'),
    signature,
  ].join('.')
}

export function cloneStorage(storage) {
  const copy = new storage.constructor()
  Object.assign(cacheOf(copy), cacheOf(storage))
  return copy
}
