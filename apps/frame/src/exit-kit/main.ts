import { themeRule } from '../confirm/screen/theme.js'
import { loadPageCopy } from '../page/copy/load-page-copy.js'
import { pageStyle } from '../page/style.js'
import { ar } from './copy/ar.js'
import { en } from './copy/en.js'
import { drawSource } from './draw-source.js'
import { drawWallet } from './draw-wallet.js'

/*
 * The page that opens backup files: one HTML file with this script in it, which works from a disk, without a server or a
 * network. `apps/frame/exit-kit.ts` builds it.
 */

const clock = {
  nowMs: () => performance.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const style = `
main{max-width:560px;margin:0 auto;padding:32px 20px 64px;gap:16px}
h1{margin:0;font-size:1.375rem;line-height:1.75rem;font-weight:600}
h1:focus{outline:none}
section{scroll-margin:24px}
.row{display:flex;flex:1;flex-direction:column;gap:4px;min-width:0}
button[type=submit]{margin-top:4px}
`

void open()

async function open() {
  const words = await loadPageCopy(navigator.languages)
  const texts = words.direction === 'rtl' ? ar : en
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    themeRule({ appName: '', theme: 'system', accentColor: null }) + pageStyle + style,
  )
  document.adoptedStyleSheets.push(sheet)
  document.documentElement.lang = words.locale
  document.documentElement.dir = words.direction
  document.title = texts.title
  const main = document.createElement('main')
  document.body.replaceChildren(main)
  // Absent where the browser counts a file on disk as insecure: the user selects the text then.
  const clipboard: Clipboard | undefined = navigator.clipboard
  const start = () =>
    drawSource(main, {
      texts,
      webCrypto: crypto,
      onOpened: (wallet) =>
        drawWallet(main, { wallet, texts, words, clock, clipboard, onClose: start }),
    })
  start()
}
