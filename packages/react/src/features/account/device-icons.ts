import type { IconShape } from '../../ui/icons.js'

/** Shapes from Lucide, as in `ui/icons`; here because no login needs them. */
export const devicesIcon: IconShape = {
  path: 'M18 8V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h8M10 19v-3.96 3.15M7 19h5M18 12h2a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2z',
}
/** A clock that goes back: what happened. */
export const activityIcon: IconShape = {
  path: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2',
}
/** Four squares, one of them turned: other apps. */
export const appsIcon: IconShape = {
  path: 'M3 3h7v7H3zM3 14h7v7H3zM14 14h7v7h-7zM17.5 2 22 6.5 17.5 11 13 6.5z',
}
const phone: IconShape = {
  path: 'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01',
}
const monitor: IconShape = {
  path: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 21h8M12 17v4',
}

const onPhones: readonly (string | null)[] = ['iOS', 'Android']

/** A phone or a monitor, by the operating system. */
export function deviceIcon(system: string | null): IconShape {
  return onPhones.includes(system) ? phone : monitor
}
