import type { MessageLocale } from '../http/message-locale.js'
import { isolate } from './isolate.js'

/** How a language names the device that something was done from. */
export interface DeviceWords {
  unknownDevice: string
  /** Which browser runs on which system. */
  device(browser: string, system: string): string
  /** A browser or a system of which nothing else is known. */
  partOfDevice(name: string): string
}

export const deviceWords: Readonly<Record<MessageLocale, DeviceWords>> = {
  en: {
    unknownDevice: 'an unknown device',
    device: (browser, system) => `${browser} on ${system}`,
    partOfDevice: (name) => name,
  },
  ar: {
    unknownDevice: 'جهاز غير معروف',
    device: (browser, system) => `${isolate(browser)} على ${isolate(system)}`,
    partOfDevice: isolate,
  },
}
