import type { IconShape } from '../../ui/icons.js'

/** A paper plane, from Lucide as the other icons. */
export const telegramIcon: IconShape = { path: 'm22 2-7 20-4-9-9-4zM22 2 11 13' }
