import { crossAppProvider } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { isExpired } from '../../flow/reactions.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { type Task, useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { AppList } from './app-list.js'
import { appsIcon } from './device-icons.js'

type Props = ScreenProps<'ACCOUNT_APPS_SCREEN'>
type ConnectedApp = crossAppProvider.ConnectedApp

const problemId = 'sp-apps-problem'

/** The apps and sites that know the user's wallets. Each is disconnected after a question. */
export function AccountApps({ end }: Props) {
  const { kit } = useModal()
  const [found, setFound] = useState<readonly ConnectedApp[] | null>(null)
  const [asked, setAsked] = useState<ConnectedApp | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const read = useTask(async () => setFound(await crossAppProvider.connectedApps(kit.client)), {
    onExpired: (problem) => end('failed', problem),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => read.start(), [])
  if (asked === null) return <Apps {...{ read, found, left }} onAsk={setAsked} />
  return (
    <Disconnecting
      app={asked}
      end={end}
      onKeep={() => {
        setLeft(asked.id)
        setAsked(null)
      }}
      onDone={(others) => {
        setLeft(null)
        setAsked(null)
        setFound(others)
      }}
    />
  )
}

/** The list; focus comes back to the one that the user decided to keep. */
function Apps(props: {
  read: Task<void>
  found: readonly ConnectedApp[] | null
  left: string | null
  onAsk: (app: ConnectedApp) => void
}) {
  const { read, found, left, onAsk } = props
  const modal = useModal()
  const { sharing, shell } = useSharingCopy()
  return (
    <Screen
      title={sharing.apps}
      help={found?.length === 0 ? sharing.appsNone : sharing.appsHelp}
      image={<ScreenIcon icon={appsIcon} busy={read.busy} />}
    >
      {read.problem ? (
        <>
          <div className="centre">
            <ProblemLine id={problemId} text={explain(read.problem, modal)} />
          </div>
          <Button onPress={read.start} describedBy={problemId}>
            {shell.retry}
          </Button>
        </>
      ) : (
        <AppList found={found} left={left} onAsk={onAsk} />
      )}
      <StillWorking task={read} />
    </Screen>
  )
}

/** Asks before an app is disconnected. */
function Disconnecting(props: {
  app: ConnectedApp
  end: Props['end']
  onKeep: () => void
  onDone: (others: readonly ConnectedApp[]) => void
}) {
  const { app, end, onKeep, onDone } = props
  const modal = useModal()
  const { kit, announce } = modal
  const { sharing } = useSharingCopy()
  const ending = useTask(
    async () => {
      const others = await crossAppProvider.disconnect(kit.client, app)
      announce(sharing.disconnected)
      onDone(others)
    },
    { onExpired: (problem) => end('failed', problem) },
  )
  const { problem } = ending
  return (
    <Screen
      title={isolateBidi(sharing.disconnectTitle(app.requester.name))}
      help={sharing.disconnectHelp}
      image={<ScreenIcon icon={appsIcon} />}
    >
      <div className="centre">
        <ProblemLine
          id={problemId}
          text={problem && !isExpired(problem) ? explain(problem, modal) : null}
        />
      </div>
      <div className="pair">
        <Button kind="secondary" onPress={onKeep} disabled={ending.busy} autoFocus>
          {sharing.keep}
        </Button>
        <Button
          onPress={ending.start}
          busy={ending.busy}
          describedBy={problem ? problemId : undefined}
        >
          {sharing.disconnect}
        </Button>
      </div>
      <StillWorking task={ending} />
    </Screen>
  )
}
