/** A moment as a reader of a list wants it: the time, with the day when it is not `today`'s. */
export function clockTime(iso: string, today = new Date()): string {
  const at = new Date(iso)
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  if (at.toDateString() === today.toDateString()) return time
  return `${at.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`
}
