import { type Spot, spots } from './scenes.js'

/** The looks a scene is pictured in: two wide themes, a dark phone from right to left, and an app's own theme. */
export const shotNames = ['light', 'dark', 'dark-rtl', 'own'] as const
export type ShotName = (typeof shotNames)[number]

/** A scene in one look. */
export interface Picture {
  spot: Spot
  shot: ShotName
}

/** The scenes the README shows, in light and dark. */
const shownInReadme: readonly Spot[] = [
  { screen: 'LANDING', state: 'prefilled' },
  { screen: 'AWAITING_PASSWORDLESS_CODE', state: 'typing' },
  { screen: 'EMBEDDED_WALLET_CREATED_SCREEN', state: 'first' },
]

/** The pictures in the repository: the first state of each screen in light, and what the README shows. */
export function committedPictures(): Picture[] {
  const isInReadme = ({ screen, state }: Spot) =>
    shownInReadme.some((spot) => spot.screen === screen && spot.state === state)
  const inLight = spots.filter((spot) => spot.state === 'first' || isInReadme(spot))
  return [
    ...inLight.map((spot) => ({ spot, shot: 'light' }) as const),
    ...spots.filter(isInReadme).map((spot) => ({ spot, shot: 'dark' }) as const),
  ]
}

/** Every scene in every look: what `npm run pictures -- --all` takes. */
export function allPictures(): Picture[] {
  return shotNames.flatMap((shot) => spots.map((spot) => ({ spot, shot })))
}

/** The path of a picture below the folder that holds the pictures. */
export function picturePath({ spot: { screen, state }, shot }: Picture): string {
  return `${screen.toLowerCase().replaceAll('_', '-')}/${state}.${shot}.png`
}
