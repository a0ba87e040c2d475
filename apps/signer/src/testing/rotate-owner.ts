import { type AppKey, newKey } from './app-key.js'
import type { ServerWallets } from './server-wallets.js'

/**
 * Changes the owner of a wallet so many times while the present owner's key signs at two signers: how many signatures began after the
 * change was answered, and whose key signs then.
 */
export async function signedWhileRotating(
  [one, two]: readonly [ServerWallets, ServerWallets],
  turns: number,
) {
  const signed = { lateByOld: 0, byOldAtTheEnd: 0, byNewAtTheEnd: 0 }
  let before = newKey()
  const wallet = await one.create({ owner: { publicKey: before.spki } })
  const isSigned = async (at: ServerWallets, key: AppKey) =>
    (await at.codeOf('signWithWallet', at.signing(wallet, [key]))) === undefined
  for (let turn = 0; turn < turns; turn += 1) {
    const after = newKey()
    const old = before
    const change = one.updating(wallet, { owner: { public_key: after.spki } }, [old])
    /** A database that was too slow leaves open whether the owner has changed: the new one's key tells. */
    const changeOwner = async (): Promise<string | undefined> => {
      const code = await one.codeOf('updateWallet', change)
      if (code !== 'internal_error') return code
      return (await isSigned(one, after)) ? undefined : changeOwner()
    }
    let isChanged = false
    const changing = changeOwner().then((code) => {
      isChanged = true
      return code
    })
    const signOn = async (at: ServerWallets) => {
      for (let wasChanged = false; !wasChanged; ) {
        wasChanged = isChanged
        if ((await isSigned(at, old)) && wasChanged) signed.lateByOld += 1
      }
    }
    await Promise.all([signOn(one), signOn(two)])
    const code = await changing
    if (code !== undefined) throw new Error(`The change was refused: ${code}`)
    if (await isSigned(two, old)) signed.byOldAtTheEnd += 1
    if (await isSigned(two, after)) signed.byNewAtTheEnd += 1
    before = after
  }
  return signed
}
