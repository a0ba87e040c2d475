import { appIdOf } from '@sallyport/contract'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { type ShownApp, useCrossApp } from '../../modal/use-cross-app.js'
import { useCrossAppLoginCopy } from '../../modal/use-cross-app-login-copy.js'
import { useOAuthVisit } from '../../modal/use-oauth-visit.js'
import { Button, QuietButton } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

type Props = ScreenProps<'CROSS_APP_AUTH_SCREEN'>
type Visit = ReturnType<typeof useOAuthVisit>

/** Logs in with the account of another app, or links it: says what that app will share, and waits while the user is there. */
export function CrossAppAuth(props: Props) {
  const { provider, intent } = props.data
  const texts = useCrossAppLoginCopy().crossAppLogin
  const found = useCrossApp(appIdOf(provider))
  const app = found === 'loading' ? null : found
  const name = app?.name ?? texts.otherApp
  const icon = app?.icon ?? { path: '' }
  const visit = useOAuthVisit(props)
  const { stage, task, open } = visit
  if (task.problem) return <Failed {...{ visit, name, icon }} />
  if (stage === 'ask' || stage === 'blocked') {
    return <Ask {...{ visit, name, icon, app, isLink: intent === 'link' }} />
  }
  const isAway = stage === 'window' || stage === 'closed'
  const done = intent === 'link' ? texts.adding : texts.loggingIn
  return (
    <Screen
      title={stage === 'verifying' ? done : texts.waitingTitle(name)}
      help={isAway ? texts.waitingHelp : undefined}
      image={<ScreenIcon icon={icon} busy />}
    >
      {isAway && <Shared app={app} />}
      {stage === 'closed' && (
        <QuietButton onPress={open} strong>
          {texts.closed}
        </QuietButton>
      )}
      {!isAway && <StillWorking task={task} way={null} />}
    </Screen>
  )
}

function Ask(props: {
  visit: Visit
  name: string
  icon: ShownApp['icon']
  app: ShownApp | null
  isLink: boolean
}) {
  const { visit, name, icon, app, isLink } = props
  const texts = useCrossAppLoginCopy().crossAppLogin
  const isBlocked = visit.stage === 'blocked'
  const title = isLink ? texts.linkTitle(name) : texts.waitingTitle(name)
  return (
    <Screen
      title={isBlocked ? texts.blockedTitle : title}
      help={isBlocked ? texts.blockedHelp(name) : undefined}
      image={<ScreenIcon icon={icon} tone={isBlocked ? 'warning' : 'plain'} />}
    >
      <Shared app={app} />
      <div className="rows">
        <Button onPress={visit.open}>{isBlocked ? texts.openAgain : texts.open(name)}</Button>
        {isBlocked && <QuietButton onPress={visit.redirect}>{texts.sameTab}</QuietButton>}
      </div>
    </Screen>
  )
}

/** What the user is about to share. Nothing while the app is not known. */
function Shared({ app }: { app: ShownApp | null }) {
  const texts = useCrossAppLoginCopy().crossAppLogin
  if (app === null) return null
  const name = app.name
  return (
    <Notice tone="plain" icon="wallet" title={texts.shares(name)}>
      <p>{texts.addresses}</p>
      {app.isReadOnly ? (
        <p>
          <span className="badge">{texts.readOnly}</span> {texts.readOnlyHelp}
        </p>
      ) : (
        <p>{texts.signatures(name)}</p>
      )}
    </Notice>
  )
}

function Failed({ visit, name, icon }: { visit: Visit; name: string; icon: ShownApp['icon'] }) {
  const modal = useModal()
  const { crossAppLogin: texts, shell } = useCrossAppLoginCopy()
  const { problem } = visit.task
  if (problem === null) return null
  const isCancelled = problem.code === 'oauth_user_denied'
  const reason =
    problem.code === 'invalid_credentials' ? texts.refused(name) : explain(problem, modal)
  return (
    <Screen
      title={isCancelled ? texts.cancelledTitle : texts.failedTitle(name)}
      help={isCancelled ? texts.cancelledHelp(name) : reason}
      image={<ScreenIcon icon={icon} tone={isCancelled ? 'plain' : 'danger'} />}
    >
      <Button onPress={visit.open}>{shell.retry}</Button>
    </Screen>
  )
}
