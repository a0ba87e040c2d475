/** Sites that show apps inside of their own pages, with the origins that they do it from. */
export const knownHosts: Readonly<Record<string, readonly string[]>> = {
  'Telegram Web': ['https://web.telegram.org'],
  Farcaster: ['https://farcaster.xyz', 'https://warpcast.com'],
  Discord: ['https://discord.com', 'https://ptb.discord.com', 'https://canary.discord.com'],
  Safe: ['https://app.safe.global'],
  StackBlitz: ['https://stackblitz.com'],
  CodeSandbox: ['https://codesandbox.io'],
}
