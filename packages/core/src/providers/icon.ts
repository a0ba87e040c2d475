/** The wallet's picture for lists of wallets: an arched gate, as an SVG data URI of at least 96 × 96. */
export const walletIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5NiIgaGVpZ2h0PSI5NiIgdmlld0JveD0iMCAwIDk2IDk2Ij48cmVjdCB3aWR0aD0iOTYiIGhlaWdodD0iOTYiIHJ4PSIyMCIgZmlsbD0iIzY3NmZmZiIvPjxwYXRoIGQ9Ik0yNCA3NlY0NmEyNCAyNCAwIDAgMSA0OCAwdjMwSDU4VjQ4YTEwIDEwIDAgMCAwLTIwIDB2Mjh6IiBmaWxsPSIjZmZmIi8+PC9zdmc+'
