/** Id of the element in the page that holds the modal's shadow root. */
export const hostId = 'sallyport-dialog'
/** Name of the slot of captcha widgets that run without asking the user anything. */
export const unseenSlot = 'captcha-unseen'

/** The element in the page that holds the modal's shadow root. The widget of a captcha may need it before the modal opens. */
export function hostElement(): HTMLElement {
  const known = document.getElementById(hostId)
  if (known) return known
  const host = document.createElement('div')
  host.id = hostId
  document.body.append(host)
  return host
}
