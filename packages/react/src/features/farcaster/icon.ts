import type { IconShape } from '../../ui/icons.js'

/** An arch, as in Farcaster's mark. */
export const farcasterIcon: IconShape = {
  path: 'M5 4h14M4 8h16M7 8v12H5M17 8v12h2M10 20v-6a2 2 0 0 1 4 0v6M10 20h-1M14 20h1',
}
