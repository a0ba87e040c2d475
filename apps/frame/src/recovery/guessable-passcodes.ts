/** The words that most guesses begin with, of those that are long enough; digits and signs around them are ignored. */
const words = [
  'password passwort passcode letmein welcome iloveyou sunshine princess football baseball',
  'superman trustno monkey dragon master shadow michael jennifer jordan harley hunter',
  'qwerty qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm qazwsx qazwsxedc azerty azertyuiop',
  'starwars computer whatever internet changeme administrator admin secret bitcoin ethereum',
  'wallet crypto charlie liverpool chelsea arsenal michelle elizabeth samantha pokemon',
].flatMap((line) => line.split(' '))

const replaced: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Whether a passcode is one of the first that are guessed: a row of characters, few different ones, or a common word. */
export function isGuessable(passcode: string): boolean {
  const lower = passcode.toLowerCase()
  if (new Set(lower).size < 4) return true
  if (isRow(lower)) return true
  const bare = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const spelled = [...lower].map((each) => replaced[each] ?? each).join('')
  const spelledBare = spelled.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  return [lower, bare, spelled, spelledBare].some((each) => words.includes(each))
}

/** Each character is the next, or the one before, of the one left of it: `12345678`, `hgfedcba`. */
function isRow(text: string): boolean {
  const codes = [...text].map((each) => each.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  const inRow = steps.filter((step) => Math.abs(step) <= 1 || Math.abs(step) === 9)
  return inRow.length === steps.length
}
