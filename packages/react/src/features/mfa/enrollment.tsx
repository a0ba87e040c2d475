import { type mfa, mfaEnrollment } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { Button, QuietButton } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { FactorRow } from './factor-row.js'
import { factorIcons, shieldIcon } from './icons.js'
import { useFactors } from './use-factors.js'

type Props = ScreenProps<'MFA_ENROLLMENT_FLOW_SCREEN'>

/** Two-step verification: what it is, and for users who go on, the methods with their state. */
export function MfaEnrollment({ data, end }: Props) {
  const { enrolled } = useFactors()
  const [isIntroDone, setIntroDone] = useState(data.isIntroDone || enrolled.length > 0)
  if (!isIntroDone) return <Intro onContinue={() => setIntroDone(true)} end={end} />
  return <Methods end={end} />
}

function Intro({ onContinue, end }: { onContinue: () => void; end: Props['end'] }) {
  const { settings } = useModal()
  const { mfa } = useMfaCopy()
  return (
    <Screen
      title={mfa.introTitle}
      help={mfa.introHelp(settings.appName)}
      image={<ScreenIcon icon={shieldIcon} />}
      foot={<p>{mfa.introAgain}</p>}
    >
      <div className="when">
        <p>{mfa.introWhen}</p>
        <ul>
          <li>{mfa.introSign}</li>
          <li>{mfa.introExport}</li>
          <li>{mfa.introChange}</li>
        </ul>
      </div>
      <div className="rows">
        <Button onPress={onContinue} autoFocus>
          {useMfaCopy().landing.continue}
        </Button>
        <Button kind="secondary" onPress={() => end('closed', {})}>
          {mfa.notNow}
        </Button>
      </div>
    </Screen>
  )
}

function Methods({ end }: { end: Props['end'] }) {
  const { mfa, shell } = useMfaCopy()
  const { enrolled, shown } = useFactors()
  const isOn = enrolled.length > 0
  return (
    <Screen
      title={mfa.listTitle}
      help={shown.length === 0 ? mfa.nothingOffered : isOn ? mfa.listHelpOn : mfa.listHelp}
      image={<ScreenIcon icon={shieldIcon} />}
    >
      {isOn && <ResetNotice onReview={() => end('lost', {})} />}
      <div className="rows">
        {shown.map((method, index) => (
          <MethodRow
            key={method}
            method={method}
            isOn={enrolled.includes(method)}
            isRecommended={!isOn && index === 0}
            end={end}
          />
        ))}
      </div>
      {isOn && (
        <div className="rows">
          <FactorRow
            icon={factorIcons.recovery_code}
            name={mfa.newCodes}
            hint={mfa.newCodesHelp}
            onPress={() => end('codes', {})}
          />
        </div>
      )}
      <Button kind="secondary" onPress={() => end('closed', {})}>
        {shell.close}
      </Button>
      {isOn && (
        <div className="centre">
          <QuietButton onPress={() => end('lost', {})}>{mfa.lost}</QuietButton>
        </div>
      )}
    </Screen>
  )
}

function MethodRow(props: {
  method: mfa.MfaMethod
  isOn: boolean
  isRecommended: boolean
  end: Props['end']
}) {
  const { method, isOn, isRecommended, end } = props
  const { mfa } = useMfaCopy()
  const note = isOn ? mfa.on : isRecommended ? mfa.recommended : undefined
  return (
    <FactorRow
      icon={factorIcons[method]}
      name={mfa.methods[method]}
      hint={mfa.hints[method]}
      note={note}
      onPress={() => (isOn ? end('manages', { method }) : end('chosen', { method }))}
    />
  )
}

/** A reset that is under way, which the user may not have started. */
function ResetNotice({ onReview }: { onReview: () => void }) {
  const { kit, locale } = useModal()
  const { mfa } = useMfaCopy()
  const [due, setDue] = useState<Date | null>(null)
  useEffect(() => {
    // Without an answer, the screen of the reset itself says what is wrong.
    mfaEnrollment.resetDue(kit.client).then(setDue, () => undefined)
  }, [kit])
  if (due === null) return null
  return (
    <Notice tone="warning">
      <p>
        {mfa.resetDue(formatMoment(due, locale))}{' '}
        <button type="button" className="link inline" onClick={onReview}>
          {mfa.resetReview}
        </button>
      </p>
    </Notice>
  )
}

function formatMoment(moment: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
}
