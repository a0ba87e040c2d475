/** Finds the one-time code of a message: the first group of exactly six digits, in the subject first. */
export function findCode({ subject, text }: { subject: string; text: string }): string | null {
  const six = /(?<!\d)\d{6}(?!\d)/
  return (six.exec(subject) ?? six.exec(text))?.[0] ?? null
}
