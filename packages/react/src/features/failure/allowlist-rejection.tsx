import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { Failure } from '../../ui/failure.js'
import { isolateBidi } from '../../ui/screen.js'

/** Not on the list: the operator's words and link when there are any. */
export function AllowlistRejection({ end }: ScreenProps<'ALLOWLIST_REJECTION_SCREEN'>) {
  const { copy, settings } = useModal()
  const { title, detail, ctaText, ctaLink } = settings.allowlist
  return (
    <Failure
      icon="lock"
      title={isolateBidi(title) ?? copy.failure.rejectedTitle}
      help={isolateBidi(detail) ?? copy.failure.rejectedHelp(settings.appName)}
      action={copy.failure.otherAccount}
      onAction={() => end('again', {})}
    >
      {ctaLink && ctaText && (
        <a className="button primary" href={ctaLink} target="_blank" rel="noreferrer noopener">
          {ctaText}
          <span className="spoken"> ({copy.shell.opensNewTab})</span>
        </a>
      )}
    </Failure>
  )
}
