/** The least minor version of each major that has one: those Vite asks for (^20.19 or >=22.12). */
const least = { 20: 19, 22: 12 }
const newest = 22

/** The sentence for a Node that cannot build and run Sallyport; undefined for one that can. */
export function tooOld(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > newest || minor >= least[major]) return undefined
  return `Sallyport needs Node 20.19 or a newer 20, or 22.12 or newer, and this is ${version}: install one of those from your package manager or https://nodejs.org.`
}
