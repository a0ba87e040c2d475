import { shorten } from '@sallyport/contract/requests'
import type { crossAppProvider } from '@sallyport/core'
import { hostOf } from '../../modal/asked-by.js'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { Icon } from '../../ui/icons.js'
import { Skeleton } from '../../ui/parts.js'
import { formatAgo } from './describe-device.js'
import { appsIcon } from './device-icons.js'

type ConnectedApp = crossAppProvider.ConnectedApp

/** The connected apps and sites; placeholders while `found` is null. */
export function AppList(props: {
  found: readonly ConnectedApp[] | null
  /** The id of the one that the user decided to keep: it has the focus again. */
  left: string | null
  onAsk: (app: ConnectedApp) => void
}) {
  const { found, left, onAsk } = props
  if (found === null) return <Placeholders />
  if (found.length === 0) return null
  return (
    <ul className="devices">
      {found.map((app) => (
        <App key={app.id} app={app} isLeft={app.id === left} onAsk={() => onAsk(app)} />
      ))}
    </ul>
  )
}

function App({ app, isLeft, onAsk }: { app: ConnectedApp; isLeft: boolean; onAsk: () => void }) {
  const { requester, addresses, expiresAt, lastUsedAt } = app
  const { kit, locale } = useModal()
  const { sharing } = useSharingCopy()
  const nowMs = kit.client.environment.clock.nowMs()
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(expiresAt)
  const used = lastUsedAt && sharing.appLastUsed(formatAgo(lastUsedAt, { nowMs, locale }))
  const detailId = `sp-app-${app.id}`
  return (
    <li className="device">
      <span className="mark">
        <Icon name={requester.icon_url === null ? appsIcon : { url: requester.icon_url }} />
      </span>
      <span className="name">
        <bdi>{requester.name}</bdi>
        <small>
          <bdi dir="ltr">{hostOf(requester.origin)}</bdi>
        </small>
        <small id={detailId}>
          <bdi dir="ltr">{addresses.map((each) => shorten(each)).join(', ')}</bdi>
        </small>
        <small>{[used, sharing.appUntil(until)].filter(Boolean).join(' · ')}</small>
        {requester.read_only && <small>{sharing.appReadOnly}</small>}
      </span>
      <button
        type="button"
        className="quiet"
        aria-label={sharing.disconnectLabel(requester.name)}
        aria-describedby={detailId}
        // biome-ignore lint/a11y/noAutofocus: back to the button that opened the question
        autoFocus={isLeft}
        data-autofocus={isLeft ? '' : undefined}
        onClick={onAsk}
      >
        {sharing.disconnect}
      </button>
    </li>
  )
}

function Placeholders() {
  return (
    <ul className="devices" aria-hidden="true">
      <li className="device">
        <span className="mark">
          <Skeleton width={20} height={20} />
        </span>
        <span className="name">
          <Skeleton width={96} height={16} />
          <Skeleton width={150} />
        </span>
      </li>
    </ul>
  )
}
