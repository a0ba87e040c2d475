import { takeKeys } from './early-keys.js'

/**
 * What was typed after the modal was opened and before its first field was there; null when nothing was. From now on the
 * screen has the keys.
 *
 * @returns `entered` says that Enter was pressed after it.
 */
export function takeTyped(): { text: string; entered: boolean } | null {
  let text = ''
  for (const event of takeKeys()) {
    const { key } = event
    // AltGr, which types @ on some keyboards, looks like Ctrl.
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
    if (isShortcut) continue
    if (key === 'Backspace') text = text.slice(0, -1)
    else if (key === 'Enter') text += text === '' ? '' : '\n'
    else if (/^\S$/.test(key)) text += key
  }
  const [typed = '', ...entered] = text.split('\n')
  return typed === '' ? null : { text: typed, entered: entered.length > 0 }
}
