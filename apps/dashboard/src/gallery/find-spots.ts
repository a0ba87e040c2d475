import { notes, type Spot, sceneAt, spots } from '@sallyport/gallery'

/** The scenes whose screen, state or description has every word of `text`, in the gallery's order. */
export function findSpots(text: string): Spot[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return spots.filter((spot) => {
    const { title } = notes[spot.screen]
    const said = `${spot.screen} ${title} ${nameOf(spot)} ${sceneAt(spot)?.when}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}

/** A state in words: `last-email` is "Last email". */
export function nameOf({ state }: Pick<Spot, 'state'>): string {
  const words = state.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The scene `by` places after another one among `among`; it ends at both ends. */
export function stepFrom(here: Spot, by: 1 | -1, among: readonly Spot[]): Spot | undefined {
  const index = among.findIndex(
    ({ screen, state }) => screen === here.screen && state === here.state,
  )
  return among[index === -1 ? 0 : index + by]
}
