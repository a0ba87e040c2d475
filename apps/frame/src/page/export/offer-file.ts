import { el } from '../../confirm/screen/dom.js'
import type { BackupFile } from '../../wallet/export-file.js'
import type { Page } from '../open-page.js'

/** The page that opens a backup file; it is one of the frame's files. */
const openerPath = '/frame/exit-kit.html'

/** Lets the user save the file, and the page that opens it. The file is in this document until the user has finished. */
export function offerFile(
  { main, words }: Pick<Page, 'main' | 'words'>,
  { file: { name, text }, onDone }: { file: BackupFile; onDone: () => void },
): void {
  const { export: texts } = words.copy
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const save = el('a', { class: 'button primary', href: url, download: name }, texts.save)
  const opener = el(
    'a',
    { class: 'button secondary', href: openerPath, download: 'exit-kit.html' },
    texts.opener,
  )
  const done = el('button', { type: 'button', class: 'secondary' }, texts.done)
  done.addEventListener('click', () => {
    URL.revokeObjectURL(url)
    onDone()
  })
  main.replaceChildren(
    el('p', { role: 'status' }, texts.fileReady),
    save,
    el('p', { class: 'help' }, texts.saved),
    opener,
    el('p', { class: 'help' }, texts.openerNote),
    done,
  )
  save.focus({ preventScroll: true })
}
