import { type Account, errorCode, mfaEnrollment, passkey } from '@sallyport/core'
import { useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { explainFactor } from './explain-factor.js'
import { FactorRow } from './factor-row.js'
import { factorIcons } from './icons.js'
import { useEnrolling } from './use-enrolling.js'
import { useFactors } from './use-factors.js'

const problemId = 'sp-mfa-passkey-problem'

/** Makes a passkey a factor: one the user has, or a new one. */
export function MfaPasskey({ end }: ScreenProps<'MFA_PASSKEY_SCREEN'>) {
  const modal = useModal()
  const { mfa } = useMfaCopy()
  const { passkeys, submit, problem } = usePasskeyEnrolling(end)
  return (
    <Screen
      title={mfa.passkeyTitle}
      help={passkeys.length === 0 ? mfa.passkeyNone : mfa.passkeyHelp}
      image={<ScreenIcon icon={factorIcons.passkey} busy={submit.busy} />}
    >
      {passkeys.length > 0 && (
        <div className="rows">
          {passkeys.map((account) => {
            const isUsed = account.enrolledInMfa === true
            return (
              <FactorRow
                key={String(account.credentialId)}
                icon={factorIcons.passkey}
                name={nameOf(account) ?? mfa.passkeyUnnamed}
                hint={isUsed ? mfa.passkeyUsed : lastUsed(account, mfa, modal.locale)}
                disabled={submit.busy || isUsed}
                onPress={() => submit.start(String(account.credentialId))}
              />
            )
          })}
        </div>
      )}
      <ProblemLine id={problemId} text={problem} />
      <Button
        onPress={() => submit.start(null)}
        busy={submit.busy}
        describedBy={problem ? problemId : undefined}
      >
        {mfa.passkeyAdd}
      </Button>
    </Screen>
  )
}

/** Enrols the passkey of an id, or a new one for null. */
function usePasskeyEnrolling(end: ScreenProps<'MFA_PASSKEY_SCREEN'>['end']) {
  const modal = useModal()
  const { client } = modal.kit
  const { mfa } = useMfaCopy()
  const { user } = useFactors()
  const [closed, setClosed] = useState(false)
  const passkeys = user?.linkedAccounts.filter(({ type }) => type === 'passkey') ?? []
  const { submit } = useEnrolling(
    async (chosen: string | null) => {
      setClosed(false)
      try {
        const added = chosen ?? (await makePasskey())
        const used = passkeys.filter(({ enrolledInMfa }) => enrolledInMfa === true)
        const credentialIds = [...used.map(({ credentialId }) => String(credentialId)), added]
        await mfaEnrollment.submitPasskeys(client, { credentialIds })
      } catch (error) {
        setClosed(errorCode(error) === 'passkey_not_allowed')
        throw error
      }
    },
    {
      enrolled: (given) => end('enrolled', given),
      // The browser's own refusals are explained here.
      failed: (problem) => (problem.code === 'unknown' ? undefined : end('failed', problem)),
    },
  )
  const text = closed
    ? mfa.passkeyCancelled
    : submit.problem && explainFactor(submit.problem, modal)
  return { passkeys, submit, problem: text }

  async function makePasskey(): Promise<string> {
    const known = new Set(passkeys.map(({ credentialId }) => credentialId))
    const { linkedAccounts } = await passkey.link(client)
    const made = linkedAccounts.find(
      ({ type, credentialId }) => type === 'passkey' && !known.has(credentialId),
    )
    return String(made?.credentialId)
  }
}

function lastUsed(
  account: Account,
  mfa: ReturnType<typeof useMfaCopy>['mfa'],
  locale: string,
): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return mfa.passkeyLastUsed(format.format(account.latestVerifiedAt ?? account.verifiedAt))
}

/** What the user knows the passkey by: its manager, and the device it was made on. */
function nameOf({ authenticatorName, createdWithDevice, createdWithOs }: Account): string | null {
  const parts = [authenticatorName, createdWithDevice ?? createdWithOs]
  const known = parts.filter((part) => typeof part === 'string' && part !== '')
  return known.length === 0 ? null : known.join(', ')
}
