/** Rows of text as a Markdown table whose columns line up on a terminal; all but the first are right-aligned. */
export function table(head, rows) {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length), 3))
  const draw = (line) =>
    `| ${line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join(' | ')} |`
  const rule = `|${widths
    .map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`))
    .join('|')}|`
  const [first, ...rest] = lines
  return [draw(first), rule, ...rest.map(draw)].join('\n')
}

/** Bars as lines: `[name, figure, limit, holds]`. */
export function bars(list) {
  return table(
    ['bar', 'measured', 'wanted', 'holds'],
    list.map(({ name, measured, wanted, holds }) => [name, measured, wanted, holds ? 'yes' : 'NO']),
  )
}
