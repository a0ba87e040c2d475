import type { Step } from '../src/test-kit/scene.js'
import type { StandingClock } from '../src/test-kit/standing-clock.js'
import { drawn } from './drawn.js'

/**
 * Brings a drawn scene into the state it is about, as a person would: by typing and pressing.
 *
 * @throws Error when there is nothing to press or no field to type into.
 */
export async function play(
  steps: readonly Step[],
  on: { root: ShadowRoot; clock: StandingClock },
): Promise<void> {
  for (const step of steps) {
    if ('waitMs' in step) await on.clock.move(step.waitMs)
    else if ('press' in step) find(on.root, `${step.press}:not(:disabled)`).click()
    else type(find(on.root, 'input:not([type=checkbox])'), step.type)
    await settled(on.root)
  }
}

/** Resolves when what the sheet says and how high it is has not changed for a while: what was asked has been answered. */
export async function settled(root: ShadowRoot): Promise<void> {
  const look = () => {
    const sheet = root.querySelector('.sheet')
    return `${sheet?.innerHTML}${sheet?.getBoundingClientRect().height}`
  }
  for (let [before, same] = [look(), 0]; same < 2; ) {
    await drawn()
    const now = look()
    same = now === before ? same + 1 : 0
    before = now
  }
}

function find(root: ShadowRoot, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`.sheet ${selector}`)
  if (found === null) throw new Error(`The scene has no ${selector}`)
  return found
}

/** React listens to what the browser says of an input, and misses a value that is merely set on it. */
function type(field: HTMLElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
