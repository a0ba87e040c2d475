import { drawSign, signStyle } from '../../sign/draw-sign.js'
import type { WalletSigns } from '../../sign/wallet-signs.js'
import { askInWindow, type WindowOpener } from '../ask-in-window.js'
import type { ConfirmClock } from '../confirmer.js'
import { loadCopy } from '../copy/load-copy.js'
import type { Prompt } from '../prompt.js'
import { behave, type DrawnQuestion } from './behave.js'
import { draw } from './draw.js'
import { needsWindow, windowFirst } from './needs-window.js'
import { type Presentation, present } from './present.js'
import { style } from './style.js'
import { type Look, themeRule } from './theme.js'

/** A prompt that draws into the frame's own document, which no other page can reach into. */
export async function createPrompt({
  document,
  look,
  clock,
  languages,
  opener,
  signs,
}: {
  document: Document
  look: Look
  clock: ConfirmClock
  languages: readonly string[]
  /** Opens a window for what the page around could have users press blind; absent in that window. */
  opener?: WindowOpener
  signs: WalletSigns
}): Promise<Prompt> {
  const words = await loadCopy(languages)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeRule(look) + style + signStyle)
  document.adoptedStyleSheets.push(sheet)
  document.title = words.copy.dialog

  return {
    isPageHidden: () => document.visibilityState === 'hidden',
    open({ reading, origin, userId }, answer) {
      const host = URL.canParse(origin) ? new URL(origin).host : origin
      const shown = present(reading, { words, origin })
      const sign = signs.read(userId)
      const ask = (each: Presentation, onAnswer: (isApproved: boolean) => void): DrawnQuestion => {
        const drawn = draw(each, { words, appName: look.appName, host })
        if (sign) drawn.sheet.prepend(drawSign(sign, words.copy.ownSign))
        document.body.append(drawn.root)
        const behaviour = behave(drawn, { clock, answer: onAnswer, words })
        drawn.title.focus({ preventScroll: true })
        return behaviour
      }
      if (!opener || !needsWindow(reading, shown)) return ask(shown, answer)
      const windowed = askInWindow(opener, { reading, origin, look, sign }, answer)
      const first = ask(windowFirst(shown, words.copy), (goesOn) => {
        if (!goesOn) answer(false)
        else if (!windowed.show()) first.say(words.copy.window.blocked)
      })
      return {
        wasSeen: () => first.wasSeen(),
        close() {
          windowed.close()
          first.close()
        },
      }
    },
  }
}
