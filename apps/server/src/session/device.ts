import type { AuditData } from '@sallyport/contract'
import { networkOf } from '../http/network.js'

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
export function describeDevice(userAgent: string | undefined): string | undefined {
  return nameDevice(readUserAgent(userAgent))
}

/** A device in words, such as "Firefox on Windows". */
export function nameDevice({
  browser,
  system,
}: {
  browser?: string | undefined
  system?: string | undefined
}): string | undefined {
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}

function readUserAgent(userAgent = '') {
  return {
    browser: browsers.find(([pattern]) => pattern.test(userAgent))?.[1],
    system: systems.find(([pattern]) => pattern.test(userAgent))?.[1],
  }
}
