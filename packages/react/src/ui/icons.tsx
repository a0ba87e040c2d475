/**
 * Line icons on a 24-unit grid, drawn at 20 px. Shapes from Lucide (ISC licence,
 * Copyright (c) for portions of Lucide are held by Cole Bemis 2013-2022 as part of Feather (MIT); all other
 * copyright (c) for Lucide are held by Lucide Contributors 2022).
 */
const paths = {
  x: 'M18 6 6 18M6 6l12 12',
  'arrow-left': 'm12 19-7-7 7-7M19 12H5',
  'arrow-up-right': 'M7 7h10v10M7 17 17 7',
  mail: 'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7',
  check: 'M20 6 9 17l-5-5',
  copy: 'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-right': 'm9 6 6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  alert: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 8v4M12 16h.01',
  triangle:
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3zM12 9v4M12 17h.01',
  user: 'M12 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM20 21a8 8 0 0 0-16 0',
  'user-x':
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 8l5 5M22 8l-5 5',
  users:
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75',
  wallet:
    'M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4',
  offline:
    'M12 20h.01M8.5 16.43a5 5 0 0 1 7 0M5 12.86a10 10 0 0 1 5.17-2.69M19 12.86a10 10 0 0 0-2-1.52M2 8.82a15 15 0 0 1 4.18-2.64M22 8.82a15 15 0 0 0-11.29-3.76M2 2l20 20',
  lock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
  clock: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 6v6l4 2',
  file: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4M10 9H8M16 13H8M16 17H8',
} as const satisfies Record<string, string>

/** Names of the bundled icons. */
export type IconName = keyof typeof paths

/** A bundled icon, the path of one that a feature brings on the same grid, or an image of the app. */
export type IconShape = IconName | { path: string; isFilled?: boolean } | { url: string }

/** Icons with a direction; mirrored in right-to-left text. */
const directed: readonly IconName[] = ['arrow-left', 'arrow-up-right', 'chevron-right']

/** A decorative line icon in the colour of its text. The text beside it says what it means. */
export function Icon({ name, size }: { name: IconShape; size?: 'small' | 'large' }) {
  const isBundled = typeof name === 'string'
  if (!isBundled && 'url' in name) {
    return <img className={`icon${size ? ` ${size}` : ''}`} src={name.url} alt="" />
  }
  const turns = isBundled && directed.includes(name) ? ' directed' : ''
  return (
    <svg className={`icon${size ? ` ${size}` : ''}${turns}`} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={isBundled ? paths[name] : name.path}
        {...(!isBundled && name.isFilled ? { fill: 'currentColor', stroke: 'none' } : {})}
      />
    </svg>
  )
}
