import {
  isLoopback,
  optionalText,
  type Settings,
  type SettingValues,
  wholeNumber,
} from '@sallyport/process'

/** What operators are told, and where devices are said to be. */
export const monitorSettings = {
  SALLYPORT_MONITOR_PORT: wholeNumber({
    meaning:
      'Port of the second listener, on `SALLYPORT_HOST`: `/metrics` (Prometheus), `/healthz`, `/readyz`. The proxy must not forward it; `0` turns it off',
    fallback: '0',
    most: 65_535,
  }),
  SALLYPORT_ALARM_WEBHOOK: optionalText({
    meaning:
      'URL that alarms are posted to (docs/operate/audit.md). https, except on this machine. Without it alarms are in the log, the metrics and the audit log',
  }),
  SALLYPORT_ALARM_SECRET: optionalText({
    meaning: 'Signs what is posted to `SALLYPORT_ALARM_WEBHOOK`: at least 32 characters',
    secret: 'text',
  }),
  SALLYPORT_PLACE_HEADER: optionalText({
    meaning:
      'Header in which a proxy of yours says the country of the client as two letters, for example `cf-ipcountry`: shown in the list of sessions. The proxy must overwrite it',
  }),
} as const satisfies Settings

type Values = Partial<SettingValues<typeof monitorSettings>>

/** The operator's webhook. */
export interface AlarmWebhook {
  url: string
  secret: string
}

/** The webhook, when it is set. */
export function readAlarmWebhook(values: Values): AlarmWebhook | undefined {
  const { SALLYPORT_ALARM_WEBHOOK: url, SALLYPORT_ALARM_SECRET: secret } = values
  return url !== undefined && secret !== undefined ? { url, secret } : undefined
}

/** What is wrong with the settings, one sentence each. */
export function monitorProblems(values: Values): string[] {
  const { SALLYPORT_ALARM_WEBHOOK: url, SALLYPORT_ALARM_SECRET: secret } = values
  const { SALLYPORT_PLACE_HEADER: header } = values
  const problems: string[] = []
  if (url !== undefined && !isSafeUrl(url)) {
    problems.push('SALLYPORT_ALARM_WEBHOOK must be an https URL.')
  }
  if (url !== undefined && (secret ?? '').length < 32) {
    problems.push('SALLYPORT_ALARM_SECRET must have at least 32 characters.')
  }
  if (header !== undefined && !/^[a-z0-9-]{1,64}$/.test(header)) {
    problems.push('SALLYPORT_PLACE_HEADER must be the name of a header in lower case.')
  }
  return problems
}

function isSafeUrl(url: string): boolean {
  const { protocol = '', hostname = '' } = URL.canParse(url) ? new URL(url) : {}
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
