import { useState } from 'react'
import type { LoginMethod, ScreenProps } from '../../flow/screens.js'
import { loginMethods } from '../../login-methods.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { recentMethod } from '../../recent-method.js'
import { AppMark } from '../../ui/app-mark.js'
import { Button } from '../../ui/button.js'
import { LegalLine } from '../../ui/legal-line.js'
import { Bone, Hero } from '../../ui/parts.js'
import { Screen, theirs } from '../../ui/screen.js'

/** The first screen of a login: the entries of the methods that are on. */
export function Landing({ data, end }: ScreenProps<'LANDING'>) {
  const { connection, settings, copy } = useModal()
  if (connection === 'loading') return <LandingSkeleton />
  if (connection !== 'ready') return <Unreachable offline={connection === 'offline'} />
  const { landingHeader, loginMessage } = settings.appearance
  const methods = (data.methods ?? settings.loginMethods).filter((method) =>
    settings.loginMethods.includes(method),
  )
  const title =
    theirs(landingHeader) ??
    (settings.appName === '' ? copy.landing.titleUnnamed : copy.landing.title(settings.appName))
  return (
    <Screen title={title} help={theirs(loginMessage)} hero={<AppMark />} foot={<LegalLine />}>
      <Methods methods={methods} data={data} end={end} />
    </Screen>
  )
}

function Methods(props: ScreenProps<'LANDING'> & { methods: readonly LoginMethod[] }) {
  const { methods, data, end } = props
  const { kit, copy } = useModal()
  const [busy, setBusy] = useState<LoginMethod | null>(null)
  const last = recentMethod(kit.client).get()
  const entryOf = (method: LoginMethod) => {
    const { Entry } = loginMethods[method]
    const onBusy = (isBusy: boolean) =>
      setBusy((before) => (isBusy ? method : before === method ? null : before))
    const blocked = busy !== null && busy !== method
    return <Entry key={method} {...{ data, end, blocked, onBusy }} wasLast={last === method} />
  }
  const forms = methods.filter((method) => loginMethods[method].kind === 'form')
  const rows = methods.filter((method) => loginMethods[method].kind === 'row')
  return (
    <>
      {forms.map(entryOf)}
      {forms.length > 0 && rows.length > 0 && <div className="or">{copy.landing.or}</div>}
      {rows.length > 0 && <div className="rows">{rows.map(entryOf)}</div>}
    </>
  )
}

function LandingSkeleton() {
  const { copy, titleId } = useModal()
  return (
    <div className="stack" aria-busy="true">
      <div className="intro">
        <div className="hero" />
        <h2 id={titleId} tabIndex={-1} className="spoken">
          {copy.landing.loading}
        </h2>
        <Bone width={180} height={26} />
      </div>
      <Bone width="100%" height={48} />
      <Bone width="100%" height={48} />
      <Bone width="100%" height={52} />
    </div>
  )
}

function Unreachable({ offline }: { offline: boolean }) {
  const { copy, kit } = useModal()
  const reload = useTask(() => kit.client.start())
  return (
    <Screen
      title={offline ? copy.landing.offlineTitle : copy.landing.unreachableTitle}
      help={offline ? copy.landing.offlineHelp : copy.landing.unreachable}
      hero={<Hero icon={offline ? 'offline' : 'triangle'} busy={reload.busy} />}
    >
      <Button onPress={reload.start} busy={reload.busy}>
        {copy.shell.retry}
      </Button>
    </Screen>
  )
}
