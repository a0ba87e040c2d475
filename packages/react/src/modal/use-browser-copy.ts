import { useMemo } from 'react'
import { type BrowserCopy, enBrowser } from '../copy/en-browser.js'
import { useModal } from './modal-context.js'

/** The texts about the browser: in the modal's language where it has them, else in English. */
export function useBrowserCopy(): BrowserCopy['browser'] {
  const { copy } = useModal()
  return useMemo(() => ({ ...enBrowser.browser, ...copy.browser }), [copy])
}
