/** The options of a list of answers as HTML, with `chosen` chosen. The texts are ours. */
export function answerOptions(answers: Readonly<Record<string, string>>, chosen: string): string {
  return Object.entries(answers)
    .map(
      ([value, text]) =>
        `<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`,
    )
    .join('')
}
