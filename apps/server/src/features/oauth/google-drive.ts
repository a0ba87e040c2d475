import { ApiError } from '@sallyport/contract'
import type { Provider, ProviderTokens } from './provider.js'
import { google } from './providers/google.js'
import { subjectOf } from './read-profile.js'

const driveScope = 'https://www.googleapis.com/auth/drive.appdata'

/**
 * Google as the place of a recovery key: the folder of the app's own data in the user's Drive, and nothing else of the
 * account. The app's credentials are those of its Google login.
 *
 * @see https://developers.google.com/workspace/drive/api/guides/appdata
 */
export const googleDrive: Provider = {
  ...google,
  scopes: ['openid', driveScope],
  // Only while the user is there: no refresh token.
  parameters: { prompt: 'select_account', access_type: 'online' },
  profile: async ({ claims }) => ({ subject: subjectOf(claims.sub), email: null }),
}

/** Google lets users untick what they are asked for. @throws ApiError `invalid_credentials` */
export function requireDriveScope({ scopes }: Pick<ProviderTokens, 'scopes'>): void {
  if (scopes?.includes(driveScope)) return
  throw new ApiError('invalid_credentials', {
    message: 'Google Drive was not allowed to keep the recovery file. Allow it, and try again',
  })
}
