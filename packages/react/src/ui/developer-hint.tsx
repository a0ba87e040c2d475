import { useModal } from '../modal/modal-context.js'

/** Tells a developer where the cause is written: on localhost only, users never see it. */
export function DeveloperHint() {
  const { copy, settings } = useModal()
  if (!isLocalHost(settings.pageHost)) return null
  return (
    <p>
      {copy.failure.developerHint} <bdi className="mono">[Sallyport]</bdi>
    </p>
  )
}

/** Whether a page's host, with or without a port, is this computer. */
export function isLocalHost(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(host)
}
