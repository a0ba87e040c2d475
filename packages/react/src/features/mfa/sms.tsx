import { dialledNumber, formatPhoneNumber, parsePhoneNumber } from '@sallyport/contract/phone'
import { mfaEnrollment } from '@sallyport/core'
import { type FormEvent, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { EnrolCode } from './enrol-code.js'
import { explainFactor } from './explain-factor.js'
import { FactorField } from './factor-field.js'
import { factorIcons } from './icons.js'
import { Resend } from './resend.js'
import { useEnrolling } from './use-enrolling.js'
import { useFactors } from './use-factors.js'

const example = '+1 (201) 555-0123'

/** Asks for a phone number that becomes a factor, and sends a code to it. */
export function MfaSms({ end }: ScreenProps<'MFA_SMS_SCREEN'>) {
  const { mfa, landing } = useMfaCopy()
  const modal = useModal()
  const { text, setText, send, submit, problem } = useNumber(end)
  const country = modal.settings.methodsConfig.intl?.defaultCountry?.toUpperCase() ?? 'US'
  const region = new Intl.DisplayNames([modal.locale], { type: 'region' }).of(country) ?? country
  return (
    <Screen
      title={mfa.smsTitle}
      help={mfa.smsHelp}
      image={<ScreenIcon icon={factorIcons.sms} busy={send.busy} />}
    >
      <form className="stack" onSubmit={submit} noValidate>
        <FactorField
          label={landing.phoneLabel}
          icon={factorIcons.totp}
          problem={problem}
          note={landing.phoneHelp(region)}
          onType={setText}
          input={{
            type: 'tel',
            name: 'phone',
            inputMode: 'tel',
            autoComplete: 'tel',
            placeholder: example,
            value: text,
          }}
        />
        <Button submit busy={send.busy}>
          {landing.continue}
        </Button>
        <StillWorking task={send} />
      </form>
    </Screen>
  )
}

/** The text of the field and what becomes of it. */
function useNumber(end: ScreenProps<'MFA_SMS_SCREEN'>['end']) {
  const modal = useModal()
  const { kit, announce, copy, settings } = modal
  const { mfa } = useMfaCopy()
  const { user } = useFactors()
  const [text, write] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = useTask(
    async (phoneNumber: string, signal) => {
      await mfaEnrollment.initSms(kit.client, { phoneNumber })
      if (!signal.aborted) end('codeSent', { phoneNumber })
    },
    {
      onFailed: (problem) => end('failed', problem),
      onExpired: (problem) => end('failed', problem),
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const country = settings.methodsConfig.intl?.defaultCountry?.toUpperCase() ?? 'US'
    const number = parsePhoneNumber(text, country)?.international ?? dialledNumber(text, country)
    const logins = user?.linkedAccounts.filter(({ type }) => type === 'phone') ?? []
    const isLogin = logins.some(({ phoneNumber }) => plain(phoneNumber) === plain(number))
    const refused = number === undefined ? copy.problem.phoneInvalid : isLogin && mfa.smsIsLogin
    setRefusal(refused || null)
    if (refused) announce(refused, 'assertive')
    else if (number !== undefined) send.start(formatPhoneNumber(number))
  }
  const setText = (next: string) => {
    write(next)
    setRefusal(null)
    send.clear()
  }
  const problem = refusal ?? (send.problem && explainFactor(send.problem, modal))
  return { text, setText, send, submit, problem }
}

/** A number without what people write between its digits. */
function plain(number: unknown): string {
  return String(number).replace(/\D/g, '')
}

/** Takes the code that was sent to the number. */
export function MfaSmsCode({ data, end }: ScreenProps<'MFA_SMS_CODE_SCREEN'>) {
  const { kit } = useModal()
  const { mfa } = useMfaCopy()
  const { phoneNumber } = data
  const { submit, isRight } = useEnrolling(
    (code: string) => mfaEnrollment.submitSms(kit.client, { phoneNumber, code }),
    { enrolled: (given) => end('enrolled', given), failed: (problem) => end('failed', problem) },
  )
  return (
    <Screen
      title={mfa.smsCodeTitle}
      image={<ScreenIcon icon={factorIcons.sms} busy={submit.busy} />}
      help={
        <>
          {mfa.sentTo} <b dir="ltr">{phoneNumber}</b>{' '}
          <button type="button" className="inline link" onClick={() => end('wrongNumber', {})}>
            {mfa.change}
          </button>
        </>
      }
    >
      <EnrolCode submit={submit} isRight={isRight}>
        <Resend send={() => mfaEnrollment.initSms(kit.client, { phoneNumber })} />
      </EnrolCode>
    </Screen>
  )
}
