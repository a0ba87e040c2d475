import { type AccountEvent, sessions } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon, Skeleton } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { formatAgo, nameCountry, nameDevice } from './describe-device.js'
import { activityIcon } from './device-icons.js'

const problemId = 'sp-activity-problem'
const pageSize = 20

/** The pages of events that were read. */
interface Found {
  events: readonly AccountEvent[]
  nextCursor: string | null
}

/** What happened to the account: logins, devices, ways to log in, second factors and wallets; newest first, page by page. */
export function AccountActivity({ end }: ScreenProps<'ACCOUNT_ACTIVITY_SCREEN'>) {
  const modal = useModal()
  const { kit } = modal
  const { activity, shell } = useMfaCopy()
  const [found, setFound] = useState<Found | null>(null)
  const read = useTask(
    async () => {
      const cursor = found?.nextCursor
      const page = await sessions.activity(kit.client, {
        limit: pageSize,
        ...(cursor ? { cursor } : {}),
      })
      setFound({ ...page, events: [...(found?.events ?? []), ...page.events] })
    },
    { onExpired: (problem) => end('failed', problem) },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => read.start(), [])
  const { problem } = read
  const hasMore = found !== null && found.nextCursor !== null
  return (
    <Screen
      title={activity.title}
      help={found?.events.length === 0 ? activity.empty : activity.help}
      image={<ScreenIcon icon={activityIcon} busy={read.busy} />}
    >
      {found !== null || !problem ? <Events found={found} label={activity.title} /> : null}
      {problem && (
        <div className="centre">
          <ProblemLine id={problemId} text={explain(problem, modal)} />
        </div>
      )}
      {(problem || hasMore) && (
        <Button
          kind={problem ? 'primary' : 'secondary'}
          onPress={read.start}
          busy={read.busy}
          describedBy={problem ? problemId : undefined}
        >
          {problem ? shell.retry : activity.more}
        </Button>
      )}
      <StillWorking task={read} />
    </Screen>
  )
}

function Events({ found, label }: { found: Found | null; label: string }) {
  if (found === null) return <Placeholders />
  if (found.events.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and keys scroll only what they can reach
    <ul className="happened" tabIndex={0} aria-label={label}>
      {found.events.map((event) => (
        <Happened key={event.id} event={event} />
      ))}
    </ul>
  )
}

/** One event: what, then the device, the country and when. */
function Happened({ event }: { event: AccountEvent }) {
  const { kit, locale } = useModal()
  const texts = useMfaCopy()
  const { activity } = texts
  const nowMs = kit.client.environment.clock.nowMs()
  const { browser, system, by } = event
  const details = [
    by === null ? null : activity.by[by],
    browser === null && system === null ? null : nameDevice(event, texts),
    nameCountry(event.place, locale),
    formatAgo(event.at, { nowMs, locale }),
  ]
  return (
    <li>
      <span>{activity.kinds[event.kind]}</span>
      <small>{details.filter((each) => each !== null).join(' · ')}</small>
    </li>
  )
}

function Placeholders() {
  return (
    <ul className="happened" aria-hidden="true">
      {[148, 120, 164].map((width) => (
        <li key={width}>
          <Skeleton width={width} height={16} />
          <Skeleton width={width + 40} />
        </li>
      ))}
    </ul>
  )
}
