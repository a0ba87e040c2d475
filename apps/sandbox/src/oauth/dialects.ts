import type { Person } from './person.js'

/** A login that was granted, as the endpoints after it see it. */
export interface Grant {
  person: Person
  /** Whether the email address is shared and verified, and whether the answer says who it is. */
  hasEmail: boolean
  isEmailVerified: boolean
  hasSubject: boolean
  scope: string
}

/** How one provider's answers differ; paths and fields are those of its documentation. */
export interface Dialect {
  name: string
  authorize: string
  token: string
  /** Its API: the answer of each `host/path`. */
  api: Readonly<Record<string, (grant: Grant) => unknown>>
  /** The fields of the token answer beside the access token. */
  tokens(grant: Grant): Record<string, unknown>
  /** What is in the token answer as a whole, when it is not the tokens themselves. */
  wrap?(tokens: Record<string, unknown>): unknown
  /** Documents that it publishes, by `host/path`. */
  documents?: Readonly<Record<string, object>>
  idToken?: {
    issuer: string
    claims(grant: Grant): Record<string, unknown>
  } & (
    | { keys: string; isSignedBySecret?: undefined }
    | { isSignedBySecret: true; keys?: undefined }
  )
  clientIdName?: 'client_key'
  authentication: 'body' | 'basic' | 'assertion'
  requiresPkce?: true
  /** Answers refusals of the token endpoint with 200, as GitHub. */
  refusesWith200?: true
  cancelError?: string
}

const refresh = { refresh_token: 'simulated-refresh-token' }
const email = ({ person, hasEmail }: Grant) => (hasEmail ? person.email : null)
const id = ({ person, hasSubject }: Grant) => (hasSubject ? person.id : null)
const openId = (grant: Grant) => ({
  sub: id(grant),
  ...(grant.hasEmail && { email: grant.person.email, email_verified: grant.isEmailVerified }),
})

const northwind = { issuer: 'https://id.northwind.example', keys: 'id.northwind.example/jwks' }

/** Every provider by its name on the wire. */
export const dialects: Readonly<Record<string, Dialect>> = {
  google: {
    name: 'Google',
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    token: 'oauth2.googleapis.com/token',
    authentication: 'body',
    api: {},
    tokens: ({ scope }) => ({ expires_in: 3599, scope, token_type: 'Bearer', ...refresh }),
    idToken: {
      issuer: 'https://accounts.google.com',
      keys: 'www.googleapis.com/oauth2/v3/certs',
      claims: (grant) => ({ ...openId(grant), name: grant.person.name }),
    },
  },
  twitter: {
    name: 'X',
    authorize: 'x.com/i/oauth2/authorize',
    token: 'api.x.com/2/oauth2/token',
    authentication: 'basic',
    requiresPkce: true,
    api: {
      'api.x.com/2/users/me': (grant) => ({
        data: {
          id: id(grant),
          name: grant.person.name,
          username: grant.person.username,
          profile_image_url: `https://pbs.twimg.com/profile_images/${grant.person.id}.jpg`,
        },
      }),
    },
    tokens: ({ scope }) => ({ token_type: 'bearer', expires_in: 7200, scope, ...refresh }),
  },
  discord: {
    name: 'Discord',
    authorize: 'discord.com/oauth2/authorize',
    token: 'discord.com/api/oauth2/token',
    authentication: 'basic',
    api: {
      'discord.com/api/v10/users/@me': (grant) => ({
        id: id(grant),
        username: grant.person.username,
        discriminator: '0',
        global_name: grant.person.name,
        email: email(grant),
        verified: true,
      }),
    },
    tokens: ({ scope }) => ({ token_type: 'Bearer', expires_in: 604_800, scope, ...refresh }),
  },
  github: {
    name: 'GitHub',
    authorize: 'github.com/login/oauth/authorize',
    token: 'github.com/login/oauth/access_token',
    authentication: 'body',
    refusesWith200: true,
    api: {
      'api.github.com/user': (grant) => ({
        login: grant.person.username,
        // The one provider whose ids are numbers.
        id: grant.hasSubject ? Number(grant.person.id) : null,
        name: grant.person.name,
        email: null,
      }),
      'api.github.com/user/emails': (grant) =>
        grant.hasEmail ? [{ email: grant.person.email, primary: true, verified: true }] : [],
    },
    tokens: ({ scope }) => ({ scope: scope.replaceAll(' ', ','), token_type: 'bearer' }),
  },
  spotify: {
    name: 'Spotify',
    authorize: 'accounts.spotify.com/authorize',
    token: 'accounts.spotify.com/api/token',
    authentication: 'basic',
    api: {
      'api.spotify.com/v1/me': (grant) => ({
        id: id(grant),
        display_name: grant.person.name,
        ...(grant.hasEmail && { email: grant.person.email }),
        type: 'user',
      }),
    },
    tokens: ({ scope }) => ({ token_type: 'Bearer', scope, expires_in: 3600, ...refresh }),
  },
  instagram: {
    name: 'Instagram',
    authorize: 'www.instagram.com/oauth/authorize',
    token: 'api.instagram.com/oauth/access_token',
    authentication: 'body',
    api: {
      'graph.instagram.com/me': (grant) => ({
        user_id: id(grant),
        username: grant.person.username,
      }),
    },
    tokens: (grant) => ({ user_id: id(grant), permissions: grant.scope }),
    wrap: (tokens) => ({ data: [tokens] }),
  },
  tiktok: {
    name: 'TikTok',
    authorize: 'www.tiktok.com/v2/auth/authorize/',
    token: 'open.tiktokapis.com/v2/oauth/token/',
    authentication: 'body',
    clientIdName: 'client_key',
    refusesWith200: true,
    api: {
      'open.tiktokapis.com/v2/user/info/': (grant) => ({
        data: {
          user: {
            open_id: id(grant),
            display_name: grant.person.name,
            username: grant.person.username,
          },
        },
        error: { code: 'ok', message: '', log_id: '20260101' },
      }),
    },
    tokens: (grant) => ({
      open_id: id(grant),
      scope: grant.scope,
      expires_in: 86_400,
      refresh_expires_in: 31_536_000,
      token_type: 'Bearer',
      ...refresh,
    }),
  },
  linkedin: {
    name: 'LinkedIn',
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    authentication: 'body',
    cancelError: 'user_cancelled_authorize',
    api: {},
    tokens: ({ scope }) => ({
      expires_in: 5_184_000,
      scope: scope.replaceAll(' ', ','),
      token_type: 'Bearer',
    }),
    idToken: {
      issuer: 'https://www.linkedin.com/oauth',
      keys: 'www.linkedin.com/oauth/openid/jwks',
      claims: (grant) => ({ ...openId(grant), name: grant.person.name }),
    },
  },
  apple: {
    name: 'Apple',
    authorize: 'appleid.apple.com/auth/authorize',
    token: 'appleid.apple.com/auth/token',
    authentication: 'assertion',
    cancelError: 'user_cancelled_authorize',
    api: {},
    tokens: () => ({ token_type: 'Bearer', expires_in: 3600, ...refresh }),
    idToken: {
      issuer: 'https://appleid.apple.com',
      keys: 'appleid.apple.com/auth/keys',
      claims: openId,
    },
  },
  twitch: {
    name: 'Twitch',
    authorize: 'id.twitch.tv/oauth2/authorize',
    token: 'id.twitch.tv/oauth2/token',
    authentication: 'body',
    api: {
      'api.twitch.tv/helix/users': (grant) => ({
        data: [{ id: id(grant), login: grant.person.username, display_name: grant.person.name }],
      }),
    },
    tokens: ({ scope }) => ({
      expires_in: 14_124,
      scope: scope.split(' '),
      token_type: 'bearer',
      ...refresh,
    }),
    idToken: {
      issuer: 'https://id.twitch.tv/oauth2',
      keys: 'id.twitch.tv/oauth2/keys',
      claims: (grant) => ({ sub: id(grant), preferred_username: grant.person.name }),
    },
  },
  line: {
    name: 'LINE',
    authorize: 'access.line.me/oauth2/v2.1/authorize',
    token: 'api.line.me/oauth2/v2.1/token',
    authentication: 'body',
    api: {},
    tokens: ({ scope }) => ({ expires_in: 2_592_000, scope, token_type: 'Bearer', ...refresh }),
    idToken: {
      issuer: 'https://access.line.me',
      isSignedBySecret: true,
      claims: (grant) => ({
        sub: id(grant),
        name: grant.person.name,
        picture: `https://profile.line-scdn.net/${grant.person.id}`,
        ...(grant.hasEmail && { email: grant.person.email }),
      }),
    },
  },
  // A provider that apps add by themselves: plain OpenID Connect.
  'custom:northwind': {
    name: 'Northwind ID',
    authorize: 'id.northwind.example/authorize',
    token: 'id.northwind.example/token',
    authentication: 'basic',
    documents: {
      'id.northwind.example/.well-known/openid-configuration': {
        issuer: northwind.issuer,
        authorization_endpoint: 'https://id.northwind.example/authorize',
        token_endpoint: 'https://id.northwind.example/token',
        userinfo_endpoint: 'https://id.northwind.example/userinfo',
        jwks_uri: 'https://id.northwind.example/jwks',
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        code_challenge_methods_supported: ['S256'],
      },
    },
    api: {
      'id.northwind.example/userinfo': (grant) => ({
        ...openId(grant),
        name: grant.person.name,
        preferred_username: grant.person.username,
      }),
    },
    tokens: ({ scope }) => ({ token_type: 'Bearer', expires_in: 3600, scope, ...refresh }),
    idToken: { ...northwind, claims: (grant) => ({ sub: id(grant) }) },
  },
}
