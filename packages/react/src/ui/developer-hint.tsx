import { useModal } from '../modal/modal-context.js'

/** Tells a developer where the cause is written: on a page of their own computer or network, which users never see. */
export function DeveloperHint() {
  const { copy, settings } = useModal()
  if (!isLocalHost(settings.pageHost) && !privateAddress.test(settings.pageHost)) return null
  return (
    <p>
      {copy.failure.developerHint} <bdi className="mono">[Sallyport]</bdi>
    </p>
  )
}

/** Addresses of a network of one's own (RFC 1918). */
const privateAddress = /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+(:|$)/

/** Whether a page's host, with or without a port, is this computer. */
export function isLocalHost(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(host)
}
