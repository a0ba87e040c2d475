import type { OAuthProvider } from '@sallyport/contract'
import type { Provider } from '../provider.js'
import { apple } from './apple.js'
import { discord } from './discord.js'
import { github } from './github.js'
import { google } from './google.js'
import { instagram } from './instagram.js'
import { line } from './line.js'
import { linkedin } from './linkedin.js'
import { spotify } from './spotify.js'
import { tiktok } from './tiktok.js'
import { twitch } from './twitch.js'
import { twitter } from './twitter.js'

/** Every provider by its name on the wire. */
export const providers: { readonly [P in OAuthProvider]: Provider<P> } = {
  google,
  twitter,
  discord,
  github,
  spotify,
  instagram,
  tiktok,
  linkedin,
  apple,
  twitch,
  line,
}
