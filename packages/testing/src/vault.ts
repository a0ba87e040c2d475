import { type Vault, VaultRefusal } from '@sallyport/server'

/** A healthy, empty vault. Tests of custody use the real one. */
export const idleVault: Vault = {
  call: async (call) => {
    if (call === 'health') return answer({ status: 'ok', publicKey: 'BAAA' })
    if (['pinAppKey', 'pinContacts', 'deleteUser'].includes(call)) return answer({})
    throw new VaultRefusal('not_found')
  },
}

/** The caller knows the answer's type from the call. */
function answer<T>(value: object): T {
  return value as T
}
