import type { Step } from '../src/test-kit/scene.js'
import type { StandingClock } from '../src/test-kit/standing-clock.js'
import { drawn } from './drawn.js'

/** How long nothing must change before a scene counts as drawn: requests to the fake network follow each other faster. */
const unchangedMs = 60
/** How long a scene may take until there is something to press or to type into. */
const findTimeoutMs = 20_000

/**
 * Brings a drawn scene into its state, as a user would: by typing and pressing.
 *
 * @throws Error when a button or field does not appear.
 */
export async function play(
  steps: readonly Step[],
  on: { root: ShadowRoot; clock: StandingClock },
): Promise<void> {
  for (const step of steps) {
    if ('waitMs' in step) await on.clock.move(step.waitMs)
    else if ('press' in step) (await findEnabled(on.root, step.press)).click()
    else type(await find(on.root, 'input:not([type=checkbox])'), step.type)
    await settled(on.root)
  }
}

/** Resolves when text and height of the sheet have not changed for a while: every request has been answered. */
export async function settled(root: ShadowRoot): Promise<void> {
  const look = () => {
    const sheet = root.querySelector('.sheet')
    return `${sheet?.innerHTML}${sheet?.getBoundingClientRect().height}`
  }
  let before = look()
  let sinceMs = performance.now()
  for (let frames = 0; frames < 2 || performance.now() - sinceMs < unchangedMs; frames += 1) {
    await drawn()
    const now = look()
    if (now === before) continue
    before = now
    sinceMs = performance.now()
    frames = 0
  }
}

/** A button that can be pressed: a request is read to its end before it is approved. */
function findEnabled(root: ShadowRoot, selector: string): Promise<HTMLElement> {
  return find(root, `${selector}:not(:disabled)`, () => {
    if (root.querySelector(`.sheet ${selector}`) === null) return
    for (const area of root.querySelectorAll('.morph')) area.scrollTo(0, area.scrollHeight)
  })
}

/** The first element of the sheet that matches; a button may still wait for the fake network. */
async function find(
  root: ShadowRoot,
  selector: string,
  meanwhile = () => {},
): Promise<HTMLElement> {
  for (const untilMs = performance.now() + findTimeoutMs; performance.now() < untilMs; ) {
    const found = root.querySelector<HTMLElement>(`.sheet ${selector}`)
    if (found !== null) return found
    meanwhile()
    await drawn()
  }
  throw new Error(`The scene has no ${selector}`)
}

/** Sets a field's value. React misses a value that is only assigned: it listens to the browser's event. */
function type(field: HTMLElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
