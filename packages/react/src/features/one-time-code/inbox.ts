/** A provider's web inbox. */
export interface Inbox {
  name: string
  url: string
}

const gmail = {
  name: 'Gmail',
  url: 'https://mail.google.com/mail/u/0/#search/in%3Aanywhere+newer_than%3A1h',
}
const outlook = { name: 'Outlook', url: 'https://outlook.live.com/mail/0/' }
const icloud = { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' }
const proton = { name: 'Proton Mail', url: 'https://mail.proton.me/u/0/all-mail' }
const yahoo = { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' }

const inboxes: Record<string, Inbox> = {
  'gmail.com': gmail,
  'googlemail.com': gmail,
  'outlook.com': outlook,
  'hotmail.com': outlook,
  'live.com': outlook,
  'icloud.com': icloud,
  'me.com': icloud,
  'proton.me': proton,
  'protonmail.com': proton,
  'pm.me': proton,
  'yahoo.com': yahoo,
}

/** Where the owner of an address reads mail on the web; null for domains we do not know, and for phone numbers. */
export function inboxOf(address: string): Inbox | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return Object.hasOwn(inboxes, domain) ? (inboxes[domain] ?? null) : null
}
