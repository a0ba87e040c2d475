const least = [20, 19]

/** The sentence for a Node that is too old; undefined when it is not. */
export function tooOld(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return undefined
  return `Sallyport needs Node ${least.join('.')} or newer and this is ${version}: install a newer one from your package manager or https://nodejs.org.`
}
