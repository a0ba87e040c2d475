import { createContext, useContext } from 'react'
import type { LoadedCopy } from '../copy/catalogue.js'
import type { Kit } from '../kit.js'
import type { Settings } from '../settings.js'

/** What every screen can reach without being handed it. */
export interface ModalContext {
  settings: Settings
  copy: LoadedCopy
  locale: string
  /** The client that screens call core functions with, and what follows a login. */
  kit: Kit
  /** Id of the heading that names the dialog. */
  titleId: string
  /**
   * Opens the login above this run, and ends the session that the run was opened in. Resolves with whether a user is logged
   * in afterwards, which may be another one.
   */
  loginAgain(): Promise<boolean>
  /** Whether the app's configuration has come; `offline` when it could not. */
  connection: 'loading' | 'ready' | 'offline' | 'unreachable'
  /** Says a sentence through the live regions; the assertive one is for errors. */
  announce(text: string, how?: 'polite' | 'assertive'): void
  /**
   * Takes over what Escape, backdrop and the close button do on this screen: a function to call, or `never` while
   * closing would lose something. Returns the release.
   */
  guardClose(guard: CloseGuard): () => void
}

/** See `ModalContext.guardClose`. */
export type CloseGuard = 'never' | (() => void)

/** The context itself; only the modal provides it. */
export const modalContext = createContext<ModalContext | null>(null)

/** What the modal gives its screens. @throws when used outside of it. */
export function useModal(): ModalContext {
  const context = useContext(modalContext)
  if (context === null) throw new Error('useModal must be used in a screen of the modal')
  return context
}
