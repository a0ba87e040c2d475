import { earlyKeys, stopKeeping } from './early-keys.js'

/** What was typed after the modal was opened and before its first field was there. From now on the screen has the keys. */
export function takeTyped(): string {
  let text = ''
  stopKeeping()
  for (const event of earlyKeys.splice(0)) {
    const { key } = event
    // AltGr, which types @ on some keyboards, looks like Ctrl.
    if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) continue
    if (key === 'Backspace') text = text.slice(0, -1)
    else if (/^\S$/.test(key)) text += key
  }
  return text
}
