import { type SignMark, signMarks } from './marks.js'

/**
 * What a user chose to know their wallet by: this origin draws it, and no app can read it. Where it is missing, what looks like
 * the wallet is something else.
 */
export interface WalletSign {
  mark: SignMark
  word: string
}

/** The signs that users of one app chose in this browser. */
export interface WalletSigns {
  /** Null where the user chose none, or the browser keeps nothing. */
  read(userId: string): WalletSign | null
  /** Gives whether the browser has kept it. */
  keep(userId: string, sign: WalletSign): boolean
}

export const longestWord = 24

/** The signs in the storage of this origin; undefined where the browser refuses it. */
export function createWalletSigns(
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
  appId: string,
): WalletSigns {
  const nameOf = (userId: string) => `sallyport:wallet-sign:${appId}:${userId}`
  return {
    read(userId) {
      try {
        return parse(storage?.getItem(nameOf(userId)) ?? null)
      } catch {
        return null // Storage that was refused after all.
      }
    },
    keep(userId, sign) {
      try {
        storage?.setItem(nameOf(userId), `${sign.mark} ${sign.word}`)
        return storage !== undefined
      } catch {
        return false
      }
    },
  }
}

/** Gives a word in the form that is kept and shown; null for one that is empty or too long. */
export function readWord(typed: string): string | null {
  const word = typed
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return word === '' || [...word].length > longestWord ? null : word
}

function parse(kept: string | null): WalletSign | null {
  const [, mark = '', typed = ''] = /^(\S+) (.*)$/s.exec(kept ?? '') ?? []
  const word = readWord(typed)
  return word === null || !isMark(mark) ? null : { mark, word }
}

function isMark(name: string): name is SignMark {
  return Object.hasOwn(signMarks, name)
}
