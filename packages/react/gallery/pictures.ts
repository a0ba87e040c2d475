import { type Spot, spots } from './scenes.js'

/** The ways scenes are pictured. `all` scenes, or only the first state of each screen and a few more. */
export const shotNames = {
  /** Light, left to right, wide. */
  light: 'all',
  /** Dark, right to left, a phone. */
  'dark-rtl': 'all',
  /** Dark, left to right, wide. */
  dark: 'some',
  /** An app's own background, accent, font and corners, on a small phone. */
  own: 'some',
} as const
export type ShotName = keyof typeof shotNames

/** States that stand for their screen besides the first: the documents show them. */
const alsoShown = ['typing', 'prefilled']

/** The scenes of which there is a picture of that name. */
export function spotsOf(shot: ShotName): Spot[] {
  const isShown = ({ state }: Spot) => state === 'first' || alsoShown.includes(state)
  return spots.filter((spot) => shotNames[shot] === 'all' || isShown(spot))
}

/** Where a picture is kept, from `docs`. */
export function picturePath({ screen, state }: Spot, shot: ShotName): string {
  return `pictures/${screen.toLowerCase().replaceAll('_', '-')}/${state}.${shot}.png`
}

/** Every picture there has to be, from `docs`. */
export function picturePaths(): string[] {
  // The record's own keys.
  const names = Object.keys(shotNames) as ShotName[]
  return names.flatMap((shot) => spotsOf(shot).map((spot) => picturePath(spot, shot)))
}
