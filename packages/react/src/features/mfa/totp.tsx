import { mfaEnrollment, type TotpSecret } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useMedia } from '../../modal/use-media.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button, QuietButton } from '../../ui/button.js'
import { CopyButton } from '../../ui/copy-button.js'
import { ProblemLine, ScreenIcon, Skeleton } from '../../ui/parts.js'
import { QrCode } from '../../ui/qr-code.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { EnrolCode } from './enrol-code.js'
import { explainFactor } from './explain-factor.js'
import { factorIcons } from './icons.js'
import { useEnrolling } from './use-enrolling.js'

const problemId = 'sp-totp-problem'

/** Sets up an authenticator app: the secret as a QR code and as text, then a code of the app. */
export function MfaTotp({ end }: ScreenProps<'MFA_TOTP_SCREEN'>) {
  const { kit } = useModal()
  const { mfa } = useMfaCopy()
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [isScanned, setScanned] = useState(false)
  const make = useTask(async () => setSecret(await mfaEnrollment.initTotp(kit.client)), {
    onFailed: (problem) => end('failed', problem),
    onExpired: (problem) => end('failed', problem),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => make.start(), [])
  const { submit, isRight } = useEnrolling(
    (code: string) => mfaEnrollment.submitTotp(kit.client, { code }),
    {
      enrolled: (given) => end('enrolled', given),
      failed: (problem) => end('failed', problem),
      wrong: mfa.totpWrong,
    },
  )
  if (!isScanned) return <Secret secret={secret} make={make} onScanned={() => setScanned(true)} />
  return (
    <Screen
      title={mfa.totpCodeTitle}
      help={mfa.totpCodeHelp}
      image={<ScreenIcon icon={factorIcons.totp} busy={submit.busy} />}
    >
      <EnrolCode submit={submit} isRight={isRight} wrong={mfa.totpWrong}>
        <div className="centre">
          <QuietButton onPress={() => setScanned(false)}>{mfa.totpBack}</QuietButton>
        </div>
      </EnrolCode>
    </Screen>
  )
}

function Secret(props: {
  secret: TotpSecret | null
  make: ReturnType<typeof useTask<void>>
  onScanned: () => void
}) {
  const { secret, make, onScanned } = props
  const modal = useModal()
  const { mfa, landing, shell } = useMfaCopy()
  // A code on the phone's own screen can't be scanned by it: the app is opened by a link.
  const isPhone = useMedia('(pointer: coarse)')
  if (make.problem) {
    return (
      <Screen title={mfa.totpTitle} image={<ScreenIcon icon={factorIcons.totp} tone="warning" />}>
        <div className="centre">
          <ProblemLine id={problemId} text={explainFactor(make.problem, modal)} />
        </div>
        <Button onPress={make.start} describedBy={problemId}>
          {shell.retry}
        </Button>
      </Screen>
    )
  }
  return (
    <Screen title={mfa.totpTitle} help={mfa.totpHelp}>
      <div className="centre">
        {secret ? (
          <QrCode text={secret.authUrl} label={mfa.totpQr} />
        ) : (
          <Skeleton width={224} height={224} />
        )}
      </div>
      {secret && isPhone && (
        <a className="button secondary" href={secret.authUrl}>
          {mfa.totpOpen}
        </a>
      )}
      <div className="secret">
        <p className="note">{mfa.totpKey}</p>
        <div className="secret-key">
          {secret ? <code dir="ltr">{inGroups(secret.secret)}</code> : <Skeleton width="100%" />}
          {secret && <CopyButton text={secret.secret} label={mfa.totpCopy} />}
        </div>
      </div>
      <Button onPress={onScanned} disabled={secret === null}>
        {landing.continue}
      </Button>
      <StillWorking task={make} />
    </Screen>
  )
}

/** In groups of four, as people read it out. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
