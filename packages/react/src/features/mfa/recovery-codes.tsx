import { mfaEnrollment } from '@sallyport/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon, Skeleton } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { useCopy } from '../../ui/use-copy.js'
import { explainFactor } from './explain-factor.js'
import { factorIcons } from './icons.js'
import { printCodes, saveCodes } from './keep-codes.js'

const problemId = 'sp-codes-problem'

/** Makes recovery codes and shows them once: the screen is left when the user says that they are saved. */
export function MfaRecoveryCodes({ end }: ScreenProps<'MFA_RECOVERY_CODES_SCREEN'>) {
  const modal = useModal()
  const { kit, guardClose } = modal
  const { mfa, shell } = useMfaCopy()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const make = useTask(async () => setCodes(await mfaEnrollment.newRecoveryCodes(kit.client)), {
    onFailed: (problem) => end('failed', problem),
    onExpired: (problem) => end('failed', problem),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => make.start(), [])
  // Closing would lose codes that are not shown again.
  useLayoutEffect(() => (codes ? guardClose('never') : undefined), [guardClose, codes])
  if (make.problem) {
    return (
      <Screen title={mfa.codesTitle} image={<ScreenIcon icon="file" tone="warning" />}>
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
    <Screen
      title={mfa.codesTitle}
      help={mfa.codesHelp}
      image={<ScreenIcon icon={factorIcons.recovery_code} busy={make.busy} />}
    >
      {codes ? <Codes codes={codes} onSaved={() => end('saved', {})} /> : <Placeholders />}
      <StillWorking task={make} />
    </Screen>
  )
}

function Codes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { settings } = useModal()
  const { mfa } = useMfaCopy()
  const [isSaved, setSaved] = useState(false)
  const text = [mfa.codesFile(settings.appName), '', ...codes].join('\n')
  const { copied, copy } = useCopy(text)
  const { copy: words } = useModal()
  return (
    <>
      <ol className="recovery-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="trio">
        <Button kind="secondary" onPress={copy}>
          {copied ? words.shell.copied : mfa.codesCopy}
        </Button>
        <Button kind="secondary" onPress={() => saveCodes(text)}>
          {mfa.codesDownload}
        </Button>
        <Button kind="secondary" onPress={() => printCodes(text)}>
          {mfa.codesPrint}
        </Button>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={isSaved}
          onChange={(event) => setSaved(event.target.checked)}
        />
        <span>{mfa.codesSaved}</span>
      </label>
      <Button onPress={onSaved} disabled={!isSaved}>
        {mfa.codesDone}
      </Button>
    </>
  )
}

function Placeholders() {
  return (
    <div className="recovery-codes">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((row) => (
        <Skeleton key={row} width={96} height={18} />
      ))}
    </div>
  )
}
