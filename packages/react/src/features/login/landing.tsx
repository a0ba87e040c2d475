import { email as emailLogin, guest as guestLogin } from '@sallyport/core'
import { type FormEvent, useId, useState } from 'react'
import type { LoginMethod, ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { recentMethod } from '../../recent-method.js'
import { AppMark } from '../../ui/app-mark.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { LegalLine } from '../../ui/legal-line.js'
import { Bone, Hero, ProblemLine } from '../../ui/parts.js'
import { Row } from '../../ui/row.js'
import { Screen, StillWorking, theirs } from '../../ui/screen.js'

/** Where every login begins: an address field and the other ways in. */
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
  const guest = useTask(
    async () => end('loggedIn', await kit.prove('guest', () => guestLogin.login(kit.client))),
    { onFailed: (problem) => end('failed', problem) },
  )
  const last = recentMethod(kit.client).get()
  return (
    <>
      {methods.includes('email') && (
        <EmailForm data={data} end={end} wasLast={last === 'email'} blocked={guest.busy} />
      )}
      {methods.length > 1 && <div className="or">{copy.landing.or}</div>}
      {methods.includes('guest') && (
        <div className="rows">
          <Row
            icon="user"
            name={copy.landing.guest}
            note={last === 'guest' ? copy.landing.lastUsed : undefined}
            busy={guest.busy}
            onPress={guest.start}
            describedBy={guest.problem ? guestProblemId : undefined}
          />
          <p className="note">{copy.landing.guestNote}</p>
          <GuestProblem problem={guest.problem} />
          <StillWorking task={guest} />
        </div>
      )}
    </>
  )
}

const guestProblemId = 'sp-guest-problem'

function GuestProblem({ problem }: { problem: ReturnType<typeof useTask>['problem'] }) {
  const words = useModal()
  return problem && <ProblemLine id={guestProblemId} text={explain(problem, words)} />
}

function EmailForm(props: ScreenProps<'LANDING'> & { wasLast: boolean; blocked: boolean }) {
  const { data, end, wasLast, blocked } = props
  const modal = useModal()
  const { kit, copy, announce } = modal
  const id = useId()
  const [email, setEmail] = useState(data.prefill)
  const [malformed, setMalformed] = useState(false)
  const send = useTask(
    async (address: string, signal) => {
      await emailLogin.sendCode(kit.client, { email: address })
      if (!signal.aborted) end('emailSent', { address })
    },
    { onFailed: (problem) => end('failed', problem) },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim().toLowerCase()
    const valid = looksLikeEmail(address)
    setMalformed(!valid)
    if (valid) send.start(address)
    else announce(copy.problem.emailInvalid, 'assertive')
  }
  const text = malformed ? copy.problem.emailInvalid : send.problem && explain(send.problem, modal)
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <div className="field">
        <label className="spoken" htmlFor={id}>
          {copy.landing.emailLabel}
        </label>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing the frame only moves the caret into the input */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
        <div
          className={`box${text ? ' wrong' : ''}`}
          onClick={(event) => event.currentTarget.querySelector('input')?.focus()}
        >
          <Icon name="mail" />
          <input
            id={id}
            type="email"
            name="email"
            dir="ltr"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus=""
            placeholder={copy.landing.emailPlaceholder}
            aria-invalid={text ? true : undefined}
            aria-describedby={text ? `${id}-problem` : undefined}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setMalformed(false)
              send.clear()
            }}
          />
          {wasLast && email === '' && <span className="note">{copy.landing.lastUsed}</span>}
        </div>
        <ProblemLine id={`${id}-problem`} text={text} />
      </div>
      <Button submit busy={send.busy} disabled={blocked}>
        {copy.landing.continue}
      </Button>
      <StillWorking task={send} />
    </form>
  )
}

/** A first look only; the server's rule decides (specification §5). */
export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
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
