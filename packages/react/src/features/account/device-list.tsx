import type { UserSession } from '@sallyport/core'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { Icon } from '../../ui/icons.js'
import { Skeleton } from '../../ui/parts.js'
import { formatAgo, nameCountry, nameDevice } from './describe-device.js'
import { deviceIcon } from './device-icons.js'

/** The devices that the user is logged in on, this one first; placeholders while `found` is null. */
export function DeviceList(props: {
  found: readonly UserSession[] | null
  /** The one whose end the user decided against: it has the focus again. */
  left: UserSession | 'others' | null
  onAsk: (session: UserSession) => void
}) {
  const { found, left, onAsk } = props
  if (found === null) return <Placeholders />
  const shown = [...found].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  return (
    <ul className="devices">
      {shown.map((session) => (
        <Device
          key={session.id}
          session={session}
          isLeft={left !== 'others' && left?.id === session.id}
          onAsk={() => onAsk(session)}
        />
      ))}
    </ul>
  )
}

function Device(props: { session: UserSession; isLeft: boolean; onAsk: () => void }) {
  const { session, isLeft, onAsk } = props
  const { kit, locale } = useModal()
  const texts = useMfaCopy()
  const { devices } = texts
  const name = nameDevice(session, texts)
  const nowMs = kit.client.environment.clock.nowMs()
  const ago = formatAgo(session.lastUsedAt, { nowMs, locale })
  const lastUsed = session.isCurrent ? devices.activeNow : devices.lastUsed(ago)
  const place = nameCountry(session.place, locale)
  const detailId = `sp-device-${session.id}`
  return (
    <li className="device">
      <span className="mark">
        <Icon name={deviceIcon(session.system)} />
      </span>
      <span className="name">
        <span className="titled">
          <bdi>{name}</bdi>
          {session.isCurrent && <span className="pill">{devices.thisOne}</span>}
        </span>
        <small id={detailId}>{place === null ? lastUsed : `${place} · ${lastUsed}`}</small>
        {session.isDeviceRevoked && <small className="gone">{devices.walletGone}</small>}
      </span>
      {!session.isCurrent && (
        <button
          type="button"
          className="quiet"
          aria-label={devices.endLabel(name)}
          aria-describedby={detailId}
          // biome-ignore lint/a11y/noAutofocus: back to the button that opened the question
          autoFocus={isLeft}
          data-autofocus={isLeft ? '' : undefined}
          onClick={onAsk}
        >
          {devices.end}
        </button>
      )}
    </li>
  )
}

function Placeholders() {
  return (
    <ul className="devices" aria-hidden="true">
      {[132, 108].map((width) => (
        <li className="device" key={width}>
          <span className="mark">
            <Skeleton width={20} height={20} />
          </span>
          <span className="name">
            <Skeleton width={width} height={16} />
            <Skeleton width={width + 36} />
          </span>
        </li>
      ))}
    </ul>
  )
}
