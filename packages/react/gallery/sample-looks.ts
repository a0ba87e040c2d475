import { type Look, plainLook } from './look.js'

/** Looks of made-up apps: to see at a glance how far the modal goes with its host. */
export const sampleLooks = {
  House: plainLook,
  Night: { ...plainLook, theme: 'dark', accent: '#b9a5ff' },
  Sand: {
    ...plainLook,
    theme: '#f7f1e5',
    accent: '#a2441f',
    radius: 10,
    font: "Georgia, 'Times New Roman', serif",
  },
  Ink: { ...plainLook, theme: '#0f2136', accent: '#ffd166', radius: 28 },
} as const satisfies Record<string, Look>
