import { asFrameError } from '../../api/as-frame-error.js'
import { el } from '../../confirm/screen/dom.js'
import { groupedAddress } from '../../confirm/screen/draw-address.js'
import { FrameError } from '../../frame-error.js'
import {
  type ImportChain,
  importWallet,
  previewImport,
  requireImportChain,
} from '../../wallet/import.js'
import { explain, showDone } from '../notice.js'
import type { Page } from '../open-page.js'

/** Takes a key or phrase of the user's own, shows its address, and keeps it as a wallet. */
export async function runImport(page: Page): Promise<void> {
  const { main, words, request } = page
  const texts = words.copy.import
  const chain = requireImportChain(request.chainType)
  const field = el('textarea', {
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    dir: 'ltr',
    rows: '3',
  })
  const preview = el('p', { 'aria-live': 'polite' })
  const address = el('p', { class: 'address' })
  const problem = el('p', { class: 'note problem', role: 'alert' })
  const add = el('button', { type: 'button', class: 'primary', 'aria-disabled': 'true' }, texts.add)
  address.hidden = true
  let previewed: { text: string; address: string } | undefined
  let count = 0
  let isAdding = false

  field.addEventListener('input', () => void showPreview())
  add.addEventListener('click', () => void store())
  main.replaceChildren(
    el('p', { class: 'help' }, texts.help),
    el('label', { class: 'field' }, `${texts.field} · ${words.copy.chains[chain]}`, field),
    preview,
    address,
    problem,
    add,
  )
  const focusField = () => field.focus({ preventScroll: true })
  focusField()
  // The frame is hidden while it loads, and then nothing in it takes the focus: the field gets it with the frame.
  window.addEventListener('focus', focusField, { once: true })

  async function showPreview() {
    const mine = ++count
    const text = field.value
    const found = await readAddress(page, chain, text)
    // Typed on meanwhile.
    if (mine !== count) return
    previewed = found === undefined ? undefined : { text, address: found }
    address.hidden = found === undefined
    address.replaceChildren(groupedAddress(found ?? ''))
    preview.textContent = found === undefined ? '' : texts.preview
    problem.textContent = found === undefined && isComplete(text) ? texts.wrong : ''
    add.setAttribute('aria-disabled', String(found === undefined))
  }

  async function store() {
    if (!previewed || isAdding) return
    isAdding = true
    add.setAttribute('aria-disabled', 'true')
    add.textContent = texts.adding
    problem.textContent = ''
    try {
      const added = await keep(page, chain, previewed.text)
      field.value = ''
      showDone(main, texts.added, added)
      page.finish({ address: added })
    } catch (error) {
      problem.textContent = explainImport(asFrameError(error), page)
      add.textContent = texts.add
      add.setAttribute('aria-disabled', 'false')
    }
    isAdding = false
  }
}

function keep({ context, caller }: Page, chainType: ImportChain, text: string): Promise<string> {
  return context.runExclusive(`sallyport:${caller.appId}:${caller.userId}`, () =>
    importWallet(context, caller, { chainType, text }),
  )
}

/** The address of what was typed so far; undefined while it is neither key nor phrase. */
async function readAddress(
  { context }: Page,
  chainType: ImportChain,
  text: string,
): Promise<string | undefined> {
  if (text.trim() === '') return undefined
  try {
    return await previewImport(context, { chainType, text })
  } catch (error) {
    if (error instanceof FrameError) return undefined
    throw error
  }
}

/** Long enough to be judged: half a key is not called wrong while it is typed. */
function isComplete(text: string): boolean {
  const trimmed = text.trim()
  return /\s/.test(trimmed) ? trimmed.split(/\s+/).length >= 12 : trimmed.length >= 64
}

function explainImport(error: unknown, { words: { copy } }: Page): string {
  const isTaken = error instanceof FrameError && error.message.includes('belongs to an account')
  return isTaken ? copy.import.taken : explain(error, copy)
}
