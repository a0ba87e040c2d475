/** Saves the codes as a text file. */
export function saveCodes(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}

/** Prints the codes alone, from a document of their own: the page's would come with them. */
export function printCodes(text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument?.createElement('pre')
  if (page !== undefined) {
    page.textContent = text
    frame.contentDocument?.body.append(page)
  }
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
