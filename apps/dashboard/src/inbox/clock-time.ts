/** Formats a moment as a time, with the date when it isn't `today`. */
export function clockTime(iso: string, today = new Date()): string {
  const at = new Date(iso)
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  if (at.toDateString() === today.toDateString()) return time
  return `${at.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`
}
