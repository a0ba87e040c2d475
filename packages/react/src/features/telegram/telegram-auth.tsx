import { errorCode, telegram } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { SocialCopy } from '../../copy/en-social.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { endWith, proveFor } from '../../modal/prove-for.js'
import { useSocialCopy } from '../../modal/use-social-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { telegramIcon } from './icon.js'

const problemId = 'sp-telegram-problem'

type At = 'ask' | 'blocked' | 'window' | 'checking' | 'cancelled'

/** Waits for the answer of Telegram's login window; ends when it has logged the user in or linked the account. */
export function TelegramAuth({ data, end }: ScreenProps<'TELEGRAM_AUTH_SCREEN'>) {
  const modal = useModal()
  const { kit } = modal
  const { social } = useSocialCopy()
  const [at, setAt] = useState<At>('window')
  const login = useTask<{ isPressed: boolean }>(
    async ({ isPressed }) => {
      const launched = launchOf(data)
      if (launched === undefined && telegram.openWindow(kit.client) === null) {
        return setAt(isPressed ? 'blocked' : 'ask')
      }
      setAt('window')
      const proof = launched ?? (await telegram.requestProof(kit.client).catch(nullIfClosed))
      if (proof === null) return setAt('cancelled')
      setAt('checking')
      endWith(
        await proveFor(kit, {
          ...data,
          method: 'telegram',
          login: ({ disableSignup }) => telegram.login(kit.client, { proof, disableSignup }),
          link: () => telegram.link(kit.client, { proof }),
          transfer: ({ nonce }) => telegram.transfer(kit.client, { nonce, proof }),
        }),
        end,
      )
    },
    { onFailed: (problem) => end('failed', problem) },
  )
  // The row of a login has opened the window. Where linking begins, some browsers want a press here first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => login.start({ isPressed: data.intent === 'login' }), [])
  const isWaiting = login.busy && login.problem === null
  const [title, help] = wordsOf(login.problem === null ? at : 'failed', social)
  return (
    <Screen title={title} help={help} image={<ScreenIcon icon={telegramIcon} busy={isWaiting} />}>
      {login.problem && (
        <div className="centre">
          <ProblemLine
            id={problemId}
            text={
              login.problem.code === 'invalid_credentials'
                ? social.refused('Telegram')
                : explain(login.problem, modal)
            }
          />
        </div>
      )}
      {!isWaiting && (
        <Button
          onPress={() => login.start({ isPressed: true })}
          describedBy={login.problem ? problemId : undefined}
          autoFocus
        >
          {social.telegramOpen}
        </Button>
      )}
      <StillWorking task={login} />
    </Screen>
  )
}

/** Title and help. */
function wordsOf(at: At | 'failed', social: SocialCopy['social']): [string, string?] {
  const words: Record<typeof at, [string, string?]> = {
    ask: [social.telegramTitle],
    blocked: [social.telegramBlocked, social.telegramBlockedHelp],
    window: [social.telegramTitle, social.telegramHelp],
    checking: [social.telegramChecking],
    cancelled: [social.telegramCancelled, social.telegramCancelledHelp],
    failed: [social.telegramTitle],
  }
  return words[at]
}

/** The proof of a mini app's launch. */
function launchOf({
  initDataRaw,
}: {
  initDataRaw: string | null
}): telegram.TelegramProof | undefined {
  return initDataRaw === null ? undefined : telegram.readInitData(initDataRaw)
}

function nullIfClosed(error: unknown): null {
  if (errorCode(error, '') === 'exited_auth_flow') return null
  throw error
}
