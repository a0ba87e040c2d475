import type { Page } from '@playwright/test'

/** A window, in CSS pixels: a desk of 1280 × 1024 zoomed to 400 % is 320 × 256. */
export interface Window {
  width: number
  height: number
}

/**
 * What of a screen is lost in a window, a line each: what is cut off sideways, and what has the focus and cannot be
 * seen. Each is focused in turn, as Tab would.
 */
export function lostIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    if (!root) return ['there is no dialog']
    const lost: string[] = []
    for (const each of root.querySelectorAll<HTMLElement>('.sheet, .sheet *')) {
      const { overflowX } = getComputedStyle(each)
      if (each.closest('.spoken, .code, svg, input') || overflowX === 'visible') continue
      if (each.scrollWidth > each.clientWidth + 1) lost.push(`${each.className} is cut off`)
    }
    const sheet = root.querySelector('.sheet')?.getBoundingClientRect()
    if (!sheet || sheet.left < 0 || sheet.right > innerWidth || sheet.top < 0)
      lost.push('the sheet is outside')
    const stops = 'button:enabled, a[href], input:enabled, summary, [tabindex="0"]'
    for (const each of root.querySelectorAll<HTMLElement>(stops)) {
      if (!each.checkVisibility()) continue
      // What has the focus already would not come into view by getting it.
      if (root.activeElement === each) each.blur()
      each.focus()
      const whole = each.getBoundingClientRect()
      const { left, right } = whole
      // Of something taller than the window, what counts is the part in it.
      const isTaller = whole.bottom - whole.top > innerHeight
      const top = isTaller ? Math.max(whole.top, 0) : whole.top
      const bottom = isTaller ? Math.min(whole.bottom, innerHeight) : whole.bottom
      const isSeen = [0.1, 0.5, 0.9].some((share) => {
        const there = root.elementFromPoint((left + right) / 2, top + (bottom - top) * share)
        return there !== null && (each.contains(there) || there.contains(each))
      })
      // A link in a sentence may break into two lines, with nothing of it in their middle.
      const isInline = getComputedStyle(each).display === 'inline'
      if (!isSeen && !isInline) lost.push(`${each.className || each.tagName} is covered`)
    }
    return lost
  })
}

/** What is too small for a finger or makes a phone zoom in: targets under 44 px, inputs under 16 px. A line each. */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    const small: string[] = []
    // Phones zoom in where one types.
    const typed = 'input:not([type=checkbox],[type=radio])'
    for (const each of root?.querySelectorAll<HTMLElement>(typed) ?? []) {
      if (Number.parseFloat(getComputedStyle(each).fontSize) < 16)
        small.push('an input under 16 px')
    }
    for (const each of root?.querySelectorAll<HTMLElement>('button, a[href], input, summary') ??
      []) {
      // A link in a sentence has the sentence's height (WCAG 2.5.8, inline).
      if (each.closest('p') !== null || !each.checkVisibility()) continue
      // What is pressed for a check box is its whole label, for a field its frame.
      const target = each.closest('label, .box, .code') ?? each
      target.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = target.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      // Some have an invisible edge: what counts is what a finger hits.
      const isHit = (dx: number, dy: number) => {
        const there = root?.elementFromPoint(x + dx, y + dy)
        return there !== null && there !== undefined && target.contains(there)
      }
      const tall = bottom - top >= 44 || (isHit(0, -21) && isHit(0, 21))
      const wide = right - left >= 44
      if (!tall || !wide)
        small.push(`${each.className || each.tagName} of ${right - left}×${bottom - top}`)
    }
    return small
  })
}

/** What moves over the screen although the person asked for less motion: a line each. Fades and spinners may stay. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    const rules = (root?.adoptedStyleSheets ?? []).flatMap((sheet) => [...sheet.cssRules])
    const movers = rules
      .filter((rule) => rule instanceof CSSKeyframesRule)
      .filter((rule) => /transform|translate|scale/.test(rule.cssText))
      .map((rule) => rule.name)
    const found: string[] = []
    for (const each of root?.querySelectorAll('dialog *') ?? []) {
      const { animationName, transitionProperty, transitionDuration } = getComputedStyle(each)
      const where = each.getAttribute('class') ?? each.tagName
      if (movers.includes(animationName) && !each.matches('.spin'))
        found.push(`${where}: ${animationName}`)
      if (
        /transform|height|all/.test(transitionProperty) &&
        /[1-9]\d*(\.\d+)?s/.test(transitionDuration.replace(/0\.001s/g, ''))
      )
        found.push(`${where}: transition of ${transitionProperty} in ${transitionDuration}`)
    }
    return found
  })
}

/** What forced colours leave without an edge: controls, fields and the sheet, a line each. */
export function edgeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    const parts = '.sheet, .box, .cell, .button, .row, .notice, .facts, .well, .check input'
    return [...(root?.querySelectorAll(parts) ?? [])].flatMap((each) => {
      const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(each)
      const around = getComputedStyle(each.parentElement ?? each).backgroundColor
      const hasEdge = borderTopStyle === 'solid' && borderTopColor !== backgroundColor
      const isFilled = each.matches('.button.primary') && backgroundColor !== around
      // A button that cannot be pressed, and cells that have turned into a tick, need no edge.
      const isOut = each.closest('.code.right') !== null
      return hasEdge || isFilled || isOut ? [] : [each.getAttribute('class') ?? each.tagName]
    })
  })
}

/** What says something went wrong without being tied to the control it is about. */
export function untied(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    return [...(root?.querySelectorAll('.problem') ?? [])].flatMap((each) =>
      root?.querySelector(`[aria-describedby~="${CSS.escape(each.id)}"]`)
        ? []
        : [each.textContent ?? ''],
    )
  })
}

/** Codes, addresses and hashes that do not run from left to right. */
export function turnedAround(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    const parts = '.mono, .code, .address, .tree, input[type=email], .help b'
    return [...(root?.querySelectorAll(parts) ?? [])]
      .filter((each) => getComputedStyle(each).direction !== 'ltr')
      .map((each) => each.getAttribute('class') ?? each.tagName)
  })
}
