import type { AuditData } from '@sallyport/contract'
import { networkOf } from '../http/network.js'
import { type DeviceWords, deviceWords } from '../messages/device-words.js'

/** Where a session was opened, for the user's list of devices: descriptive, and never used to identify anyone. */
export interface DeviceRecord {
  /** Browser family, such as `Firefox`. */
  browser?: string
  /** Operating system, such as `Windows`. */
  system?: string
  /** The client's own random id (header `privy-ca-id`). */
  client_id?: string
  /** IPv4 /24 or IPv6 /48. */
  network: string
  /** Country code, where a trusted proxy says it. */
  place?: string
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
]

const longestClientId = 64

/** The device record of a request. */
export function readDevice(request: {
  ip: string
  userAgent: string | undefined
  clientId: string | undefined
  place?: string | undefined
}): DeviceRecord {
  const { browser, system } = readUserAgent(request.userAgent)
  const { clientId, place } = request
  return {
    ...(browser === undefined ? {} : { browser }),
    ...(system === undefined ? {} : { system }),
    ...(clientId === undefined ? {} : { client_id: clientId.slice(0, longestClientId) }),
    network: networkOf(request.ip, { ipv4: 24, ipv6: 48 }),
    ...(place === undefined ? {} : { place }),
  }
}

/** What the audit log tells of a device. */
export function describeForAudit({ browser, system, place }: DeviceRecord): AuditData {
  return {
    ...(browser === undefined ? {} : { browser }),
    ...(system === undefined ? {} : { system }),
    ...(place === undefined ? {} : { place }),
  }
}

/** A device in words, such as "Firefox on Windows"; from fixed words only, whatever the header says. */
export function describeDevice(
  userAgent: string | undefined,
  words?: DeviceWords,
): string | undefined {
  return nameDevice(readUserAgent(userAgent), words)
}

/** A device in words, such as "Firefox on Windows"; undefined where nothing is known of it. */
export function nameDevice(
  { browser, system }: { browser?: string | undefined; system?: string | undefined },
  words = deviceWords.en,
): string | undefined {
  if (browser && system) return words.device(browser, system)
  const part = browser ?? system
  return part && words.partOfDevice(part)
}

function readUserAgent(userAgent = '') {
  return {
    browser: browsers.find(([pattern]) => pattern.test(userAgent))?.[1],
    system: systems.find(([pattern]) => pattern.test(userAgent))?.[1],
  }
}
