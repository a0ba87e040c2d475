import { type Look, lookFrom, plainLook, writeLook } from './look.js'
import type { Spot } from './scenes.js'

/** What a gallery address says: which scene, in what look, language and width. */
export interface Address extends Spot {
  look: Look
  /** BCP 47. */
  locale: string
  /** Of the preview, in CSS pixels. */
  width: Width
}

/** Widths the gallery shows: a desk, a phone, a small phone. */
export const widths = [1280, 390, 320] as const
export type Width = (typeof widths)[number]

/** Where the gallery opens. */
export const firstAddress: Address = {
  screen: 'LANDING',
  state: 'first',
  look: plainLook,
  locale: 'en',
  width: 1280,
}

/**
 * Reads an address's query; what is missing or makes no sense is as in `firstAddress`.
 *
 * Form: `?screen=LANDING&state=invalid&theme=dark&locale=ar&width=390`, then the look's own (`writeLook`).
 * Screen and state are not checked to exist.
 */
export function readAddress(query: URLSearchParams): Address {
  const width = Number(query.get('width'))
  return {
    // `sceneAt` tells whether there is such a screen.
    screen: (query.get('screen') ?? firstAddress.screen) as Address['screen'],
    state: query.get('state') ?? firstAddress.state,
    look: lookFrom(query),
    locale: query.get('locale') ?? firstAddress.locale,
    width: widths.find((each) => each === width) ?? firstAddress.width,
  }
}

/** The query of an address, without what is the default but for screen and state. */
export function writeAddress(address: Address): string {
  const query = new URLSearchParams({ screen: address.screen, state: address.state })
  writeLook(query, address.look)
  if (address.locale !== firstAddress.locale) query.set('locale', address.locale)
  if (address.width !== firstAddress.width) query.set('width', String(address.width))
  return `?${query}`
}
