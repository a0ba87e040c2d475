import { isSameAddressOn } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { el } from '../confirm/screen/dom.js'
import { groupedAddress } from '../confirm/screen/draw-address.js'
import type { PageWords } from '../page/copy/load-page-copy.js'
import { showSecret } from '../page/export/show-secret.js'
import { createHoldButton } from '../page/hold-button.js'
import type { ExitCopy } from './copy/en.js'
import type { OpenedWallet } from './draw-source.js'
import { addressAt, chainsOf, type KeyPath, phraseOf, privateKeyAt } from './wallet-keys.js'

interface WalletInput {
  texts: ExitCopy
  words: PageWords
  clock: ConfirmClock
  clipboard: Pick<Clipboard, 'writeText'> | undefined
  onClose: () => void
}

/** An address in the list; `path` is null for the phrase. */
interface Row {
  path: KeyPath | null
  input: HTMLInputElement
  label: HTMLElement
}

/** Lists the addresses of a wallet and shows the key of the chosen one, after a press that lasts. */
export async function drawWallet(
  main: HTMLElement,
  { wallet, ...input }: WalletInput & { wallet: OpenedWallet },
): Promise<void> {
  const { texts, words } = input
  const { secret, accounts, createdAt } = wallet
  const list = el('fieldset', { class: 'checks' }, el('legend', {}, texts.which))
  const panel = el('section', { class: 'checks' })
  const rows: Row[] = []
  const add = (row: Row) => {
    rows.push(row)
    list.append(row.label)
    row.input.addEventListener('change', () => panel.scrollIntoView({ block: 'nearest' }))
  }
  const addPath = async (path: KeyPath) => {
    const { chainType, walletIndex } = path
    if (rows.some((row) => row.path && isSamePath(row.path, path))) return
    const name = texts.address(words.copy.chains[chainType], walletIndex + 1)
    add(drawRow({ path, name, address: await addressAt(secret, path) }))
  }
  if (phraseOf(secret)) add(drawRow({ path: null, name: texts.wholePhrase }))
  for (const path of accounts) await addPath(path)
  let next = 0
  const addNext = async () => {
    for (const chainType of chainsOf(secret)) await addPath({ chainType, walletIndex: next })
    next++
  }
  await addNext()
  const [first] = rows
  if (first) first.input.checked = true
  const more = el('button', { type: 'button', class: 'secondary' }, texts.more)
  more.hidden = phraseOf(secret) === undefined
  more.addEventListener('click', () => void addNext())
  const again = el('button', { type: 'button', class: 'secondary' }, texts.again)
  again.addEventListener('click', () => {
    wipe(secret.bytes)
    input.onClose()
  })
  const isOwn = await hasListedAddresses(wallet)
  main.replaceChildren(
    el('h1', { tabindex: '-1' }, texts.wallet),
    createdAt ? el('p', { class: 'help' }, texts.made(dateOf(createdAt, words.locale))) : '',
    isOwn ? '' : el('p', { class: 'notice', role: 'alert' }, texts.otherAddress),
    list,
    more,
    panel,
    again,
  )
  main.querySelector('h1')?.focus()
  drawReveal(panel, {
    ...input,
    secret,
    chosen: () => rows.find((row) => row.input.checked)?.path ?? null,
    setLocked(isLocked) {
      list.disabled = isLocked
    },
  })
}

/** The warning, the button, and in their place what it reveals. */
function drawReveal(
  panel: HTMLElement,
  input: WalletInput & {
    secret: OpenedWallet['secret']
    chosen: () => KeyPath | null
    setLocked: (isLocked: boolean) => void
  },
): void {
  const { texts, words, clock, clipboard, secret, chosen, setLocked } = input
  const { hold, holding, again } = words.copy.export
  // The button alone: a list of addresses can be longer than the window.
  const place = el('div')
  const button = createHoldButton(
    { label: hold, holding, covered: texts.covered, again },
    { clock, watched: place, onHeld: () => void reveal() },
  )
  button.setEnabled(true)
  setLocked(false)
  place.append(button.element)
  panel.replaceChildren(el('p', { class: 'notice' }, texts.warning), place, button.hint)

  async function reveal() {
    const path = chosen()
    button.stop()
    setLocked(true)
    const text = path ? await privateKeyAt(secret, path) : phraseOf(secret)
    showSecret(
      { main: panel, words, clock, clipboard },
      { secret: text ?? '', isPhrase: path === null, onHidden: () => drawReveal(panel, input) },
    )
  }
}

/** Whether the addresses that a file lists are those of its secret. */
async function hasListedAddresses({ secret, accounts }: OpenedWallet): Promise<boolean> {
  for (const { address, ...path } of accounts) {
    if (!isSameAddressOn(path.chainType, await addressAt(secret, path), address)) return false
  }
  return true
}

function drawRow({
  path,
  name,
  address,
}: {
  path: KeyPath | null
  name: string
  address?: string
}): Row {
  const input = el('input', { type: 'radio', name: 'key' })
  const shown =
    address === undefined ? null : el('span', { class: 'address' }, groupedAddress(address))
  const label = el('label', { class: 'check' }, input, el('span', { class: 'row' }, name, shown))
  return { path, input, label }
}

function isSamePath(one: KeyPath, other: KeyPath): boolean {
  return one.chainType === other.chainType && one.walletIndex === other.walletIndex
}

function dateOf(date: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(date)
}
