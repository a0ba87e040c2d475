import { crossAppProvider } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { isExpired } from '../../flow/reactions.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { type Task, useTask } from '../../modal/use-task.js'
import { KeepOrEnd } from '../../ui/keep-or-end.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { AccountPrograms } from './account-programs.js'
import { AppList } from './app-list.js'
import { appsIcon } from './device-icons.js'
import { ReadAgain } from './read-again.js'
import { StandingAccess, useDelegatedWallets } from './standing-access.js'

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
  if (asked === null)
    return <Apps {...{ read, found, left }} onAsk={setAsked} onStop={() => end('revokes', {})} />
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
  onStop: () => void
}) {
  const { read, found, left, onAsk, onStop } = props
  const standing = useDelegatedWallets()
  const [programs, setPrograms] = useState(0)
  const { sharing } = useSharingCopy()
  return (
    <Screen
      title={sharing.apps}
      help={
        found?.length === 0
          ? standing.length + programs === 0
            ? sharing.appsNone
            : undefined
          : sharing.appsHelp
      }
      image={<ScreenIcon icon={appsIcon} busy={read.busy} />}
    >
      <AccountPrograms onFound={setPrograms} />
      {standing.length > 0 && <StandingAccess wallets={standing} onStop={onStop} />}
      {standing.length + programs > 0 && found?.length !== 0 && <h3>{sharing.connected}</h3>}
      {read.problem ? (
        <ReadAgain read={read} problemId={problemId} />
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
      <KeepOrEnd
        task={ending}
        problemId={problemId}
        keep={sharing.keep}
        onKeep={onKeep}
        end={sharing.disconnect}
      />
    </Screen>
  )
}
