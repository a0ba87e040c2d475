import { escapeHtml, htmlPage } from '../oauth/login-page.js'
import type { SellerAnswer } from './answers.js'
import type { LocalChains } from './payout.js'
import { type CoinChain, coins, priceOf } from './prices.js'

/** A purchase at a simulated seller. */
export interface Purchase {
  chain: CoinChain
  to: string
  units: bigint
  state: 'paid' | 'delivered' | 'declined'
  hash?: string
}

/** What a seller needs. */
export interface Seller {
  chains: LocalChains
  chosen: () => SellerAnswer
  wait: (ms: number) => Promise<unknown>
}

const slowMs = 8_000

/** Takes the decision of the user at a seller's page, and delivers what was paid. */
export async function decide(
  { chains, chosen, wait }: Seller,
  { chain, to, units }: Pick<Purchase, 'chain' | 'to' | 'units'>,
  decision: 'pay' | 'late' | 'decline',
): Promise<Purchase> {
  if (decision === 'decline' || chosen() === 'refused')
    return { chain, to, units, state: 'declined' }
  const purchase: Purchase = { chain, to, units, state: 'paid' }
  const deliver = async () => {
    purchase.hash = await chains[chain].pay(to, units)
    purchase.state = 'delivered'
  }
  if (decision === 'late' || chosen() === 'slow') void wait(slowMs).then(deliver)
  else await deliver()
  return purchase
}

/** The page where a purchase is paid. */
export function purchasePage(given: {
  seller: string
  action: string
  amount: string
  chain: CoinChain
  to: string
}): Response {
  const { seller, action, amount, chain, to } = given
  const { symbol } = coins[chain]
  const dollars = (Number(amount) * (priceOf(symbol) ?? 0) * 1.03).toFixed(2)
  return html(
    `Buy with ${seller}`,
    `<p>This is the sandbox’s ${seller}. No real money moves: the coins come from the local chain.</p>
<dl><dt>You get</dt><dd>${escapeHtml(amount)} ${symbol}</dd><dt>You pay</dt><dd>$${dollars}, with 3 % fees</dd><dt>To</dt><dd class="address">${escapeHtml(to)}</dd></dl>
<form method="post" action="${escapeHtml(action)}">
<button class="primary" name="decision" value="pay" autofocus>Pay $${dollars}</button>
<button name="decision" value="late">Pay, and deliver after 8 seconds</button>
<button name="decision" value="decline">Let the card be declined</button>
</form>`,
  )
}

/** The page after the decision. */
export function decidedPage(seller: string, { state }: Purchase): Response {
  const text =
    state === 'declined'
      ? 'The card was declined. Nothing was charged.'
      : 'Paid. You can close this window.'
  return html(seller, `<p>${text}</p><button class="primary" onclick="close()">Close</button>`)
}

/** A page with the reason why there is nothing to buy. */
export function refusedPage(seller: string, reason: string): Response {
  return html(seller, `<p>${escapeHtml(reason)}</p>`, 400)
}

/** The decision that a form carries. */
export async function readDecision(request: Request): Promise<'pay' | 'late' | 'decline'> {
  const decision = new URLSearchParams(await request.text()).get('decision')
  return decision === 'pay' || decision === 'late' ? decision : 'decline'
}

function html(title: string, body: string, status = 200): Response {
  return new Response(htmlPage(title, body), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
