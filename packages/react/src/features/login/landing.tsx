import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import type { ProblemCode } from '../../flow/problem.js'
import { isProblemCode, needsDeveloper } from '../../flow/reactions.js'
import type { LandingData, LoginMethod, OutcomesOf, ScreenProps } from '../../flow/screens.js'
import { isPossible } from '../../in-app-browser.js'
import { entryOf } from '../../login-methods.js'
import { useModal } from '../../modal/modal-context.js'
import { useEntriesReady } from '../../modal/use-entries-ready.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { useTask } from '../../modal/use-task.js'
import { recentMethod } from '../../recent-method.js'
import { AppMark } from '../../ui/app-mark.js'
import { Button } from '../../ui/button.js'
import { DeveloperHint } from '../../ui/developer-hint.js'
import { LegalLine } from '../../ui/legal-line.js'
import { ScreenIcon, Skeleton } from '../../ui/parts.js'
import { Row } from '../../ui/row.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { arrange } from './arrange.js'

const PageNotKept = lazy(() => import('../../modal/browser-notes.js'))

/** The first screen of a login: the entries of the methods that are on. */
export function Landing({ data, end }: ScreenProps<'LANDING'>) {
  const { kit, connection, settings, copy } = useModal()
  const isNeeded = connection === 'ready'
  const areEntriesReady = useEntriesReady(kit, { isNeeded, methods: settings.loginMethods })
  const refused = connection === 'unreachable' ? refusalOf(kit.client.state.reason) : null
  useEffect(() => {
    if (refused !== null) end('failed', { code: refused })
  }, [refused, end])
  if (connection === 'loading' || !areEntriesReady || refused !== null) return <LandingSkeleton />
  if (connection !== 'ready') return <Unreachable offline={connection === 'offline'} />
  const { landingHeader, loginMessage } = settings.appearance
  const methods = (data.methods ?? settings.loginMethods).filter((method) =>
    settings.loginMethods.includes(method),
  )
  const title =
    isolateBidi(landingHeader) ??
    (settings.appName === '' ? copy.landing.titleUnnamed : copy.landing.title(settings.appName))
  return (
    <Screen title={title} help={isolateBidi(loginMessage)} image={<AppMark />} foot={<LegalLine />}>
      <Methods methods={methods} data={data} end={end} />
      {/* Without cookies there is no storage: the next visit asks for a login. */}
      {navigator.cookieEnabled || <PageNotKept />}
    </Screen>
  )
}

/** Why the app's settings were refused, where only its developer can do something about it. */
function refusalOf(reason: string | null): ProblemCode | null {
  return isProblemCode(reason) && needsDeveloper(reason) ? reason : null
}

function Methods(props: ScreenProps<'LANDING'> & { methods: readonly LoginMethod[] }) {
  const { data } = props
  const { kit, copy, settings } = useModal()
  const { methods, leadOutside } = useUsable(props)
  const end = useRememberingEnd(props.end)
  const [busy, setBusy] = useState<LoginMethod | null>(null)
  const last = recentMethod(kit.client).get()
  const lastLogin = useLastLogin(true)
  const showEntry = (method: LoginMethod, isTile = false) => {
    const { Entry } = entryOf(method)
    const onBusy = (isBusy: boolean) =>
      setBusy((before) => (isBusy ? method : before === method ? null : before))
    const blocked = busy !== null && busy !== method
    return (
      <Entry key={method} {...{ data, end, blocked, onBusy, isTile }} wasLast={last === method} />
    )
  }
  const forms = methods.filter((method) => entryOf(method).kind === 'form')
  const rows = methods.filter((method) => entryOf(method).kind === 'row')
  const [showsAll, setShowsAll] = useState(false)
  const { hidesForms } = settings.appearance
  const [form, setForm] = useState(() =>
    hidesForms && !data.prefill ? undefined : firstForm(forms, { data, last }),
  )
  // The open form stays until one that is loaded late is there.
  const open = (method: LoginMethod) => startTransition(() => setForm(method))
  const otherForms = forms.filter((method) => method !== form)
  const isFirst = (method: LoginMethod) => settings.wallets.first && method === 'wallet'
  const first = form === undefined ? [] : rows.filter(isFirst)
  const others = [...otherForms, ...rows].filter((method) => !first.includes(method))
  const choices = arrange(others, { last, overflow: settings.overflow })
  const more = showsAll ? choices.more : []
  const isTile = (method: LoginMethod) => entryOf(method).isProvider
  const tiles = more.filter(isTile)
  const { shown } = choices
  const rowOf = (method: LoginMethod) => {
    const { icon, name } = entryOf(method)
    const used = last === method ? lastLogin : {}
    const row = { icon, name: name(copy, settings), ...used, disabled: busy !== null }
    return <Row key={method} {...row} onPress={() => open(method)} />
  }
  const or = <div className="or">{copy.landing.or}</div>
  // Rows that are loaded late keep their place.
  const lateRowOf = (method: LoginMethod, isTile = false) => (
    <Suspense key={method} fallback={<Skeleton width="100%" height={52} />}>
      {showEntry(method, isTile)}
    </Suspense>
  )
  const eitherRowOf = (method: LoginMethod) =>
    forms.includes(method) ? rowOf(method) : lateRowOf(method)
  return (
    <>
      {first.length > 0 && <div className="rows">{first.map((method) => lateRowOf(method))}</div>}
      {first.length > 0 && or}
      {form !== undefined && showEntry(form)}
      {form !== undefined && (shown.length > 0 || leadOutside !== null) && or}
      {(shown.length > 0 || leadOutside !== null) && (
        <div className="rows">
          {shown.map(eitherRowOf)}
          {tiles.length > 0 && (
            <div className="tiles">{tiles.map((method) => lateRowOf(method, true))}</div>
          )}
          {more.filter((method) => !isTile(method)).map(eitherRowOf)}
          {!showsAll && choices.more.length > 0 && (
            <Row
              icon="chevron-down"
              name={copy.landing.more}
              disabled={busy !== null}
              onPress={() => setShowsAll(true)}
            />
          )}
          {leadOutside && (
            <Row
              icon="arrow-up-right"
              name={copy.landing.outside}
              disabled={busy !== null}
              onPress={leadOutside}
            />
          )}
        </div>
      )}
    </>
  )
}

/**
 * The methods that work in this browser; inside of other apps some providers refuse. `leadOutside` leads to the way out when
 * there is something to gain by it. Where no method works, all are given: their rows say why.
 */
function useUsable({ methods, end }: ScreenProps<'LANDING'> & { methods: readonly LoginMethod[] }) {
  const { userAgent } = useModal().settings
  const usable = methods.filter((method) => isPossible(method, userAgent))
  if (usable.length === 0 || usable.length === methods.length) return { methods, leadOutside: null }
  const leadOutside = () =>
    end('impossible', { url: window.location.href, userAgent, intent: 'login' })
  return { methods: usable, leadOutside }
}

/** The form that is open at first: of the address the app passes, else the one used last, else the first. */
function firstForm(
  forms: readonly LoginMethod[],
  { data, last }: { data: LandingData; last: string | null },
): LoginMethod | undefined {
  const { prefill } = data
  return (
    forms.find((method) => prefill && entryOf(method).code?.prefill === prefill.type) ??
    forms.find((method) => method === last) ??
    forms[0]
  )
}

/** Remembers that a code was sent when the screen ends so. A code that was sent before counts no longer. */
function useRememberingEnd(end: ScreenProps<'LANDING'>['end']): ScreenProps<'LANDING'>['end'] {
  const { pendingCode } = useModal().kit
  useEffect(() => pendingCode.forget(), [pendingCode])
  return (name, value) => {
    // The type of this outcome's value, by its name.
    if (name === 'codeSent') pendingCode.remember(value as OutcomesOf<'LANDING'>['codeSent'])
    end(name, value)
  }
}

function LandingSkeleton() {
  const { copy, titleId } = useModal()
  return (
    <div className="stack" aria-busy="true">
      <div className="intro">
        <div className="screen-icon" />
        <h2 id={titleId} tabIndex={-1} className="spoken">
          {copy.landing.loading}
        </h2>
        <Skeleton width={180} height={26} />
      </div>
      <Skeleton width="100%" height={48} />
      <Skeleton width="100%" height={48} />
      <Skeleton width="100%" height={52} />
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
      image={<ScreenIcon icon={offline ? 'offline' : 'triangle'} busy={reload.busy} />}
      foot={!offline && <DeveloperHint />}
    >
      <Button onPress={reload.start} busy={reload.busy}>
        {copy.shell.retry}
      </Button>
    </Screen>
  )
}
