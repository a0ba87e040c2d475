import { shorten } from '@sallyport/contract/requests'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { sentTransfers } from '../../sent-transfers.js'
import { Fact, Facts } from '../../ui/parts.js'

const shown = 5

/** The latest transfers that were sent from a wallet in this browser; nothing without any. */
export function SentList({ address }: { address: string }) {
  const { kit, locale } = useModal()
  const { account } = useAccountCopy()
  const sent = sentTransfers(kit.client).filter(({ from }) => from === address)
  if (sent.length === 0) return null
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return (
    <div className="group">
      <h3>{account.sentHere}</h3>
      <Facts>
        {sent.slice(0, shown).map(({ to, amount, atMs }) => (
          <Fact key={`${atMs} ${to}`} label={account.sentTo(shorten(to))}>
            <bdi>−{amount}</bdi>
            <small className="worth">{day.format(atMs)}</small>
          </Fact>
        ))}
      </Facts>
    </div>
  )
}
