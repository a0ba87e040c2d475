/** The fonts every system draws its own interface with. */
const systemFont =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"

/** Computed families that mean "the page chose nothing". */
const untouched = ['times new roman', 'times', 'serif', '-webkit-standard']

/** The page's own font when it has chosen one, else the system's: browsers would fall back to a book face. */
export function chooseFont(computed: string): string {
  const first = computed.split(',')[0]?.trim().replaceAll(/['"]/g, '').toLowerCase() ?? ''
  return first === '' || untouched.includes(first) ? systemFont : computed
}
