import { type ProgramChoice, programHours } from '@sallyport/contract'
import { shorten, toDecimal } from '@sallyport/contract/requests'
import { el } from '../confirm/screen/dom.js'
import { type Card, drawButton, drawCard, drawField, runBusy } from '../page-login/draw-card.js'
import { Problem } from '../page-login/draw-login.js'
import {
  addressesOf,
  type Coin,
  coinsOn,
  defaultFees,
  feeDecimals,
  networksFor,
  unitsOf,
} from './choice.js'
import type { ProgramCopy } from './copy/en.js'
import type { PickedWallet } from './grantee.js'

/** What a user has picked. */
export interface Picked {
  wallet: PickedWallet
  choice: ProgramChoice
}

interface PickOptions {
  copy: ProgramCopy
  wallets: readonly PickedWallet[]
  /** What is picked at first. */
  first: { walletId?: string | undefined; choice: ProgramChoice }
  isLocal: boolean
  who: HTMLElement
  review(picked: Picked): Promise<void>
  refuse(): Promise<void>
  explain(error: unknown): string
}

/** Asks which wallet, what for, and for how long. */
export function drawPick(options: PickOptions): Card {
  const { copy, wallets, first, who, review, refuse, explain } = options
  const wallet = drawWallets(copy, wallets)
  const pay = drawPay(options)
  const hours = drawHours(copy, first.choice.hours)
  const read = radio('may', { label: copy.read, help: copy.readHelp })
  const pays = radio('may', { label: copy.pay, help: copy.payHelp })
  const show = () => {
    pay.element.hidden = !pays.input.checked
  }
  const isPaying = first.choice.pay !== null
  read.input.checked = !isPaying
  pays.input.checked = isPaying
  read.input.addEventListener('change', show)
  pays.input.addEventListener('change', show)
  show()
  const button = drawButton(copy.review, 'primary')
  const stop = drawButton(copy.notMine, 'quiet', 'button')
  const form = el(
    'form',
    { novalidate: '' },
    wallet.element,
    el('fieldset', {}, el('legend', {}, copy.may), read.element, pays.element),
    pay.element,
    hours.element,
    button,
    stop,
  )
  const card = drawCard({ title: copy.pick, help: copy.pickHelp }, who, form)
  card.root.classList.add('wide')
  stop.addEventListener('click', () => {
    void runBusy(card, stop, { label: copy.refusing, run: refuse, explain })
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const run = () =>
      review({
        wallet: wallet.value(),
        choice: { pay: pays.input.checked ? pay.value() : null, hours: hours.value() },
      })
    const said = (error: unknown) => (error instanceof Problem ? error.message : explain(error))
    void runBusy(card, button, { label: copy.opening, run, explain: said })
  })
  return card
}

function drawWallets(copy: ProgramCopy, wallets: readonly PickedWallet[]) {
  const select = el(
    'select',
    { name: 'wallet', dir: 'ltr' },
    ...wallets.map(({ address }, index) =>
      el('option', { value: String(index) }, shorten(address)),
    ),
  )
  const value = () => {
    const picked = wallets[Number(select.value)] ?? wallets[0]
    if (picked === undefined) throw new Problem(copy.problems.noWallet)
    return picked
  }
  return { element: el('label', { class: 'field' }, copy.wallet, select), value }
}

/** The limit: network, coin, amount and recipients. */
function drawPay({ copy, first, isLocal }: PickOptions) {
  const asked = first.choice.pay
  const networks = networksFor({ isLocal, asked: asked?.chain_id })
  const network = el(
    'select',
    { name: 'network' },
    ...networks.map(({ chainId, name }) => el('option', { value: chainId }, name)),
  )
  const coin = el('select', { name: 'coin', dir: 'ltr' })
  let coins: readonly Coin[] = []
  const fill = () => {
    coins = coinsOn(network.value)
    coin.replaceChildren(
      ...coins.map(({ asset, symbol }) => el('option', { value: asset }, symbol)),
    )
  }
  fill()
  network.addEventListener('change', fill)
  const isOffered =
    network.value === asked?.chain_id && coins.some(({ asset }) => asset === asked.asset)
  if (isOffered) coin.value = asked.asset
  const picked = (): Coin =>
    coins.find(({ asset }) => asset === coin.value) ?? {
      ...{ asset: 'native', symbol: 'ETH', decimals: 18 },
    }
  const amount = drawField(copy.amount, {
    ...{ class: 'amount', name: 'amount', inputmode: 'decimal', autocomplete: 'off' },
  })
  // An amount of a coin that the page can't name would be one of another coin.
  if (isOffered) amount.input.value = toDecimal(BigInt(asked.most_per_day), picked().decimals)
  // Fees of the coin itself count against its own limit.
  const fees = drawField(copy.feeLimit, {
    ...{ class: 'amount', name: 'fees', inputmode: 'decimal', autocomplete: 'off' },
  })
  const askedFees = isOffered && asked.asset !== 'native' ? asked.most_fees_per_day : defaultFees
  fees.input.value = toDecimal(BigInt(askedFees), feeDecimals)
  const showFees = () => {
    fees.row.hidden = coin.value === 'native'
  }
  showFees()
  for (const select of [network, coin]) select.addEventListener('change', showFees)
  const to = drawRecipients(copy, asked?.recipients ?? null)
  const element = el(
    'div',
    { class: 'pays' },
    el(
      'div',
      { class: 'row' },
      el('label', { class: 'field' }, copy.network, network),
      el('label', { class: 'field' }, copy.coin, coin),
    ),
    amount.row,
    fees.row,
    to.element,
  )
  const value = () => {
    const { asset, decimals } = picked()
    const most = unitsOf(amount.input.value, decimals)
    if (most === undefined) throw new Problem(copy.problems.amount)
    const mostFees = asset === 'native' ? '0' : unitsOf(fees.input.value, feeDecimals)
    if (mostFees === undefined) throw new Problem(copy.problems.fees)
    return {
      chain_id: network.value,
      asset,
      most_per_day: most,
      most_fees_per_day: mostFees,
      recipients: to.value(),
    }
  }
  return { element, value }
}

function drawRecipients(copy: ProgramCopy, asked: readonly string[] | null) {
  const anyone = segment('to', copy.anyone)
  const only = segment('to', copy.only)
  const list = el('textarea', { name: 'addresses', rows: '3', spellcheck: 'false' })
  list.value = (asked ?? []).join('\n')
  const lines = el('label', { class: 'field' }, copy.addresses, list)
  const show = () => {
    lines.hidden = !only.input.checked
  }
  anyone.input.checked = asked === null
  only.input.checked = asked !== null
  for (const { input } of [anyone, only]) input.addEventListener('change', show)
  show()
  const value = () => {
    if (!only.input.checked) return null
    const found = addressesOf(list.value)
    if (found === undefined) throw new Problem(copy.problems.addresses)
    return found
  }
  const segments = el('div', { class: 'segments' }, anyone.element, only.element)
  return { element: el('fieldset', {}, el('legend', {}, copy.to), segments, lines), value }
}

function drawHours(copy: ProgramCopy, first: ProgramChoice['hours']) {
  const all = programHours.map((hours) => ({ hours, ...segment('hours', copy.hours[hours]) }))
  for (const each of all) each.input.checked = each.hours === first
  const segments = el('div', { class: 'segments' }, ...all.map(({ element }) => element))
  return {
    element: el('fieldset', {}, el('legend', {}, copy.until), segments),
    value: () => all.find(({ input }) => input.checked)?.hours ?? first,
  }
}

function radio(name: string, { label, help }: { label: string; help: string }) {
  const input = el('input', { type: 'radio', name })
  const words = [el('b', {}, label), input, el('small', {}, help)]
  return { input, element: el('label', { class: 'pick' }, ...words) }
}

function segment(name: string, label: string) {
  const input = el('input', { type: 'radio', name })
  return { input, element: el('label', {}, input, label) }
}
