import { notes, type Spot, sceneAt, spots } from '@sallyport/gallery'

/** Finds the scenes whose screen, state or description contains every word of `text`, in the gallery's order. */
export function findSpots(text: string): Spot[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return spots.filter((spot) => {
    const { title } = notes[spot.screen]
    const described = `${spot.screen} ${title} ${nameOf(spot)} ${sceneAt(spot)?.when}`.toLowerCase()
    return words.every((word) => described.includes(word))
  })
}

/** Formats a state's name: `last-email` becomes "Last email". */
export function nameOf({ state }: Pick<Spot, 'state'>): string {
  const words = state.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the scene `by` places after `here` in `among`; undefined beyond either end. */
export function stepFrom(here: Spot, by: 1 | -1, among: readonly Spot[]): Spot | undefined {
  const index = among.findIndex(
    ({ screen, state }) => screen === here.screen && state === here.state,
  )
  return among[index === -1 ? 0 : index + by]
}
