import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, Result, RunOptions } from 'axe-core'

declare const axe: { run(context: Document, options: RunOptions): Promise<AxeResults> }

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const require = createRequire(import.meta.url)
const script = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds on a page, shadow roots included: a line each, `rule: element (why)`.
 *
 * @returns `unsure` is what axe could not decide and a person has to.
 */
export async function findings(
  page: Pick<Page, 'evaluate'>,
): Promise<{ violations: string[]; unsure: string[] }> {
  await bringAxe(page)
  await page.evaluate(waitForMotion)
  const { violations, incomplete } = await page.evaluate(
    (values) =>
      axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations', 'incomplete'],
        // Only rules that are not asked for read style sheets.
        preload: false,
      }),
    tags,
  )
  return { violations: linesOf(violations), unsure: linesOf(incomplete) }
}

/** Loads axe where it is missing: it looks into the frames of a page that have it. */
export async function bringAxe(frame: Pick<Page, 'evaluate'>): Promise<void> {
  if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(script)
}

/** Waits until what moves once has moved: a sheet that still grows to its new screen scrolls for a moment. Runs in the page. */
async function waitForMotion(): Promise<void> {
  const roots = [document, ...[...document.querySelectorAll('*')].map((each) => each.shadowRoot)]
  const moving = roots
    .flatMap((root) => root?.getAnimations() ?? [])
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    )
  // One that is replaced meanwhile rejects.
  await Promise.allSettled(moving.map(({ finished }) => finished))
}

function linesOf(found: Result[]): string[] {
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ')
      return `${id}: ${target.flat().join(' ')} (${why})`
    }),
  )
}
