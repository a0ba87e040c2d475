import { ExitFileError, type ExitWallet, openExitFile } from '@sallyport/crypto/exit-file'
import { entropyFromWords } from '@sallyport/crypto/phrase'
import { el } from '../confirm/screen/dom.js'
import type { ExitCopy } from './copy/en.js'

/** A wallet that was opened; a phrase lists no addresses and has no date. */
export type OpenedWallet = Pick<ExitWallet, 'secret' | 'accounts'> & { createdAt?: Date }

interface SourceInput {
  texts: ExitCopy
  webCrypto: Crypto
  onOpened: (wallet: OpenedWallet) => Promise<void>
}

/** Asks for a backup file and its password, or for a recovery phrase, and opens it. */
export function drawSource(main: HTMLElement, { texts, webCrypto, onOpened }: SourceInput): void {
  const file = el('input', { type: 'file', accept: '.json,application/json' })
  const password = el('input', { type: 'password', autocomplete: 'off', dir: 'ltr' })
  const phrase = el('textarea', {
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    dir: 'ltr',
    rows: '3',
  })
  const problem = el('p', { class: 'note problem', role: 'alert' })
  const status = el('p', { class: 'status', role: 'status' })
  const submit = el('button', { type: 'submit', class: 'primary' }, texts.open)
  const fields = {
    file: el('div', { class: 'checks' }, field(texts.file, file), field(texts.password, password)),
    phrase: el('div', { class: 'checks' }, field(texts.phrase, phrase)),
  }
  const choice = drawTabs(texts, (source) => {
    fields.file.hidden = source !== 'file'
    fields.phrase.hidden = source !== 'phrase'
    problem.textContent = ''
  })
  const form = el('form', { class: 'checks' }, choice.element, fields.file, fields.phrase, submit)
  let isOpening = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isOpening) void open()
  })
  main.replaceChildren(
    el('h1', {}, texts.title),
    el('p', { class: 'help' }, texts.help),
    form,
    problem,
    status,
  )

  async function open() {
    isOpening = true
    problem.textContent = ''
    status.textContent = texts.opening
    submit.setAttribute('aria-disabled', 'true')
    try {
      // The words above are painted before the password is stretched, which stops this page for a moment.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const wallet =
        choice.source() === 'file'
          ? await openFile(file.files?.[0], { webCrypto, password: password.value })
          : fromPhrase(phrase.value)
      await onOpened(wallet)
      password.value = ''
      phrase.value = ''
    } catch (error) {
      problem.textContent = explain(error, texts)
      status.textContent = ''
      submit.setAttribute('aria-disabled', 'false')
    }
    isOpening = false
  }
}

/** Why a wallet was not opened. */
class SourceError extends Error {
  readonly reason: 'noFile' | 'wrongPhrase'

  constructor(reason: 'noFile' | 'wrongPhrase') {
    super(reason)
    this.reason = reason
  }
}

async function openFile(
  file: File | undefined,
  deps: { webCrypto: Crypto; password: string },
): Promise<OpenedWallet> {
  if (!file) throw new SourceError('noFile')
  // Nothing near this size is a backup file: it is not read into memory.
  if (file.size > 2_000_000) throw new ExitFileError('not_an_exit_file')
  return openExitFile(deps, await file.text())
}

function fromPhrase(words: string): OpenedWallet {
  try {
    return { secret: { kind: 'hd-root', bytes: entropyFromWords(words) }, accounts: [] }
  } catch (error) {
    throw error instanceof TypeError ? new SourceError('wrongPhrase') : error
  }
}

function explain(error: unknown, texts: ExitCopy): string {
  if (error instanceof SourceError) return texts[error.reason]
  return error instanceof ExitFileError ? texts.problems[error.code] : texts.failed
}

function drawTabs(texts: ExitCopy, onChange: (source: 'file' | 'phrase') => void) {
  const radios = (['file', 'phrase'] as const).map((source) => {
    const input = el('input', { type: 'radio', name: 'source', value: source })
    input.checked = source === 'file'
    input.addEventListener('change', () => onChange(source))
    return { source, input, label: el('label', {}, input, texts.sources[source]) }
  })
  const source = () => radios.find(({ input }) => input.checked)?.source ?? 'file'
  onChange(source())
  const legend = el('legend', { class: 'spoken' }, texts.source)
  const labels = el('div', { class: 'formats' }, ...radios.map(({ label }) => label))
  return { element: el('fieldset', {}, legend, labels), source }
}

function field(text: string, input: HTMLElement): HTMLElement {
  return el('label', { class: 'field' }, text, input)
}
