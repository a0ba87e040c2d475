/*
 * Names the public methods of a client and tells which are called. The client stays as it is: it is looked at from outside,
 * through proxies. Also loaded by the page of the browser cases.
 */

/** Methods of the back-end client that give an object with more methods. */
const services = new Set([
  'wallets',
  'policies',
  'transactions',
  'keyQuorums',
  'intents',
  'users',
  'organizations',
  'apps',
  'utils',
  'webhooks',
  'ethereum',
  'solana',
  'tron',
  'earn',
  'payout',
  'swaps',
  'auth',
  'requestSigner',
  'requestFormatter',
])
/** Parts that are the client's own machinery. */
const internal =
  /^(_|constructor$|api$|mfaPromises$|logger$|privy|appJwks$|jwt\w+$|\w+Service$|\w+Resource$)/

/** Names of all public methods, such as `auth.email.sendCode` or `users().list`. */
export function methodsOf(client) {
  const found = []
  visit(client, '', new Set(), found)
  return found.sort()
}

function visit(object, path, seen, found) {
  if (seen.has(object)) return
  seen.add(object)
  for (const name of namesOf(object)) {
    const value = Reflect.get(object, name)
    if (isService(object, name)) visit(value.call(object), `${path}${name}().`, seen, found)
    else if (typeof value === 'function') found.push(path + name)
    else if (isPart(value)) visit(value, `${path}${name}.`, seen, found)
  }
}

/** The same client; `onCall` gets the name of each public method that is called. */
export function watch(client, onCall, path = '') {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof name !== 'string' || internal.test(name)) return value
      if (isService(target, name)) {
        return (...given) => watch(value.apply(target, given), onCall, `${path}${name}().`)
      }
      if (typeof value === 'function') {
        return (...given) => {
          onCall(path + name)
          return value.apply(target, given)
        }
      }
      return isPart(value) ? watch(value, onCall, `${path}${name}.`) : value
    },
  })
}

function namesOf(object) {
  const names = new Set()
  let level = object
  while (level && level !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(level)) names.add(name)
    level = Object.getPrototypeOf(level)
  }
  return [...names].filter((name) => !internal.test(name))
}

/** A namespace such as `auth` of the browser client is an object, of the back-end client a method. */
function isService(object, name) {
  return services.has(name) && typeof Reflect.get(object, name) === 'function'
}

/** Whether a value is a part of the client with methods of its own, and not data. */
function isPart(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const level = Object.getPrototypeOf(value)
  return level !== Object.prototype && level !== null && value.constructor?.name !== 'LRUCache'
}
