/**
 * What `showWalletUIs` says, or its older name `noPromptOnSignature`, which means the opposite (specification §1);
 * undefined when neither is given.
 */
export function showsWalletUIs(given: {
  showWalletUIs?: boolean | undefined
  noPromptOnSignature?: boolean | undefined
}): boolean | undefined {
  if (given.showWalletUIs !== undefined) return given.showWalletUIs
  return given.noPromptOnSignature === undefined ? undefined : !given.noPromptOnSignature
}
