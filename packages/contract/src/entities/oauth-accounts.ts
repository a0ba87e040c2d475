import * as z from 'zod/mini'
import type { OAuthProvider } from '../primitives/oauth-providers.js'
import { emailAddress } from '../primitives.js'
import { optional, text } from './import-fields.js'

/* The accounts of the OAuth providers on the wire: as a user has them, and as an app's back end imports them. */

/** Fields every linked account has; times are Unix seconds (specification §3, wire reference §9.3). */
export const base = {
  verified_at: z.number(),
  first_verified_at: z.nullable(z.number()),
  latest_verified_at: z.nullable(z.number()),
}
const nullable = z.nullable(z.string())

/** A linked account of each provider (specification §3). */
export const linkedOAuthAccounts = {
  google: z.object({
    type: z.literal('google_oauth'),
    ...base,
    subject: z.string(),
    email: z.string(),
    name: nullable,
  }),
  twitter: z.object({
    type: z.literal('twitter_oauth'),
    ...base,
    subject: z.string(),
    username: nullable,
    name: nullable,
    profile_picture_url: nullable,
  }),
  discord: z.object({
    type: z.literal('discord_oauth'),
    ...base,
    subject: z.string(),
    username: nullable,
    email: nullable,
  }),
  github: z.object({
    type: z.literal('github_oauth'),
    ...base,
    subject: z.string(),
    username: nullable,
    name: nullable,
    email: nullable,
  }),
  linkedin: z.object({
    type: z.literal('linkedin_oauth'),
    ...base,
    subject: z.string(),
    name: z.optional(z.string()),
    email: nullable,
    vanity_name: z.optional(z.string()),
  }),
  spotify: z.object({
    type: z.literal('spotify_oauth'),
    ...base,
    subject: z.string(),
    email: nullable,
    name: nullable,
  }),
  instagram: z.object({
    type: z.literal('instagram_oauth'),
    ...base,
    subject: z.string(),
    username: nullable,
  }),
  tiktok: z.object({
    type: z.literal('tiktok_oauth'),
    ...base,
    subject: z.string(),
    username: nullable,
    name: nullable,
  }),
  apple: z.object({
    type: z.literal('apple_oauth'),
    ...base,
    subject: z.string(),
    email: nullable,
  }),
  twitch: z.object({
    type: z.literal('twitch_oauth'),
    ...base,
    subject: z.string(),
    username: nullable,
  }),
  line: z.object({
    type: z.literal('line_oauth'),
    ...base,
    subject: z.string(),
    name: nullable,
    email: nullable,
    profile_picture_url: nullable,
  }),
} as const satisfies Record<OAuthProvider, z.ZodMiniObject>

const subjectText = 'subject must have 1 to 256 ASCII characters'
const subject = z.string(subjectText).check(z.regex(/^[\x20-\x7e]{1,256}$/, subjectText))
const longName = 256
/** Longest URL of a picture, where the specification names no limit. */
const longUrl = 2048
const twitterName = 'username must have at most 15 letters, digits, _ or |'

/** An imported account of each provider (wire reference §23). */
export const importedOAuthAccounts = {
  google: z.strictObject({
    type: z.literal('google_oauth'),
    subject,
    email: emailAddress,
    name: text('name', 0, longName),
  }),
  twitter: z.strictObject({
    type: z.literal('twitter_oauth'),
    subject,
    name: text('name', 1, 50),
    username: z.string(twitterName).check(z.regex(/^[A-Za-z0-9_|]{0,15}$/, twitterName)),
    profile_picture_url: optional('profile_picture_url', longUrl),
  }),
  discord: z.strictObject({
    type: z.literal('discord_oauth'),
    subject,
    username: text('username', 2, 32),
    email: z.optional(emailAddress),
  }),
  github: z.strictObject({
    type: z.literal('github_oauth'),
    subject,
    username: text('username', 0, 39),
    name: optional('name', longName),
    email: z.optional(emailAddress),
  }),
  linkedin: z.strictObject({
    type: z.literal('linkedin_oauth'),
    subject,
    name: optional('name', longName),
    email: z.optional(emailAddress),
    vanityName: optional('vanityName', longName),
  }),
  spotify: z.strictObject({
    type: z.literal('spotify_oauth'),
    subject,
    name: optional('name', longName),
    email: z.optional(emailAddress),
  }),
  instagram: z.strictObject({
    type: z.literal('instagram_oauth'),
    subject,
    username: text('username', 2, 32),
  }),
  tiktok: z.strictObject({
    type: z.literal('tiktok_oauth'),
    subject,
    username: text('username', 2, 32),
    name: z.nullable(text('name', 1, 30)),
  }),
  apple: z.strictObject({
    type: z.literal('apple_oauth'),
    subject,
    email: z.optional(emailAddress),
  }),
  twitch: z.strictObject({
    type: z.literal('twitch_oauth'),
    subject,
    username: optional('username', longName),
  }),
  line: z.strictObject({
    type: z.literal('line_oauth'),
    subject,
    name: z.optional(text('name', 1, 30)),
    email: z.optional(emailAddress),
    profile_picture_url: optional('profile_picture_url', longUrl),
  }),
} as const satisfies Record<OAuthProvider, z.ZodMiniObject>
