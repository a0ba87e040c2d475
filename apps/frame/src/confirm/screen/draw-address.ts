import { groupsOfFour } from '@sallyport/contract/requests'
import { el } from './dom.js'
import { identicon } from './icons.js'

/** A whole address beside its picture, in groups of four characters that can be compared one by one. */
export function drawAddress(text: string): HTMLElement {
  return el('span', { class: 'address' }, identicon(text), groupedAddress(text))
}

/** A whole address in groups of four: five or six on a line, so that no line is left with a few characters. */
export function groupedAddress(text: string): HTMLElement {
  const groups = groupsOfFour(text)
  const columns = groups.length <= 10 ? 'five' : 'six'
  return el(
    'code',
    { class: `mono groups ${columns}` },
    ...groups.map((group) => el('span', {}, group)),
  )
}
