import { expect, test } from 'vitest'
import { oauthFunctions } from './oauth-function-names.js'

test('there is a function for each provider, by the names of react-api §4', () => {
  const link = oauthFunctions('link', (provider) => provider)

  expect(link).toEqual({
    linkGoogle: 'google',
    linkDiscord: 'discord',
    linkTwitter: 'twitter',
    linkGithub: 'github',
    linkSpotify: 'spotify',
    linkInstagram: 'instagram',
    linkTiktok: 'tiktok',
    linkLinkedIn: 'linkedin',
    linkApple: 'apple',
    linkTwitch: 'twitch',
    linkLine: 'line',
  })
})
