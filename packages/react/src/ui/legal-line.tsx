import { useModal } from '../modal/modal-context.js'
import { Icon } from './icons.js'

/** The terms that a login accepts; "Protected by Sallyport" when the app has none. */
export function LegalLine() {
  const { copy, settings } = useModal()
  const { termsUrl, privacyUrl } = settings.legal
  if (termsUrl === null && privacyUrl === null) return <ProtectedBy />
  return (
    <p>
      {copy.legal.before}
      <LegalLinks />
      {copy.legal.after}
    </p>
  )
}

/** Links to terms and privacy policy, as part of a sentence. */
export function LegalLinks() {
  const { copy, settings } = useModal()
  const { termsUrl, privacyUrl } = settings.legal
  return (
    <>
      {termsUrl && <LegalLink href={termsUrl} text={copy.legal.terms} />}
      {termsUrl && privacyUrl && copy.legal.and}
      {privacyUrl && <LegalLink href={privacyUrl} text={copy.legal.privacy} />}
    </>
  )
}

function LegalLink({ href, text }: { href: string; text: string }) {
  const { copy } = useModal()
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer noopener">
      {text}
      <span className="spoken"> ({copy.shell.opensNewTab})</span>
    </a>
  )
}

function ProtectedBy() {
  const { copy } = useModal()
  return (
    <p className="by">
      <Icon name="lock" size="small" />
      {copy.shell.protectedBy}
    </p>
  )
}
