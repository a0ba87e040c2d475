import { type Vault, VaultRefusal } from '@sallyport/server'

/** A vault that is healthy and holds nothing; tests of custody bring the real one. */
export const idleVault: Vault = {
  call: async (call) => {
    if (call === 'health') return answer({ status: 'ok', publicKey: 'BAAA' })
    if (call === 'pinAppKey') return answer({})
    throw new VaultRefusal('not_found')
  },
}

/** The two answers above are those of the calls they are given to. */
function answer<T>(value: object): T {
  return value as T
}
