/* Loaded with the first change of a factor. */
import { mfa, passkey, type Route, type RouteInput, type RouteResponse } from '@sallyport/contract'
import { asFrameError } from '../api/as-frame-error.js'
import { CallFailure } from '../api/call-route.js'
import { FrameError, invalidArguments } from '../frame-error.js'
import type { Factors } from './factors.js'

interface Request {
  accessToken: string
}
type Text = string | null | undefined

/** Begins an enrolment: sends the code of `sms`, makes the secret of `totp`. */
export async function init(
  factors: Factors,
  data: Request & { method: 'sms' | 'totp'; phoneNumber?: Text },
) {
  if (data.method === 'sms') {
    const body = { action: 'enroll', phoneNumber: required(data.phoneNumber) } as const
    await call(factors, mfa.smsInit, { data, input: { body } })
    return { method: data.method }
  }
  const { totpSecret, totpAuthUrl } = await call(factors, mfa.totpInit, {
    data,
    input: { body: {} },
  })
  return { method: data.method, secret: totpSecret, authUrl: totpAuthUrl }
}

/**
 * Completes an enrolment. The factor counts as proven, so that the user is not asked for it at once.
 *
 * @throws FrameError `twilio_verification_failed`, `invalid_credentials` for a wrong code.
 */
export async function submit(
  factors: Factors,
  data: Request & {
    method: 'sms' | 'totp' | 'passkey'
    code?: Text
    phoneNumber?: Text
    credentialIds?: string[] | null | undefined
    removeForLogin?: boolean | null | undefined
  },
) {
  const { method, accessToken, removeForLogin } = data
  if (method === 'passkey') {
    if (!data.credentialIds) throw invalidArguments()
    const body = {
      credential_ids: data.credentialIds,
      ...(typeof removeForLogin === 'boolean' ? { remove_for_login: removeForLogin } : {}),
    }
    await call(factors, mfa.passkeysEnrollment, { data, input: { body } })
    return {}
  }
  const code = required(data.code)
  const wrongCode = method === 'sms' ? 'twilio_verification_failed' : 'invalid_credentials'
  const { token } =
    method === 'sms'
      ? await call(factors, mfa.smsEnroll, {
          data,
          input: { body: { code, phoneNumber: required(data.phoneNumber) } },
          wrongCode,
        })
      : await call(factors, mfa.totpEnroll, { data, input: { body: { code } }, wrongCode })
  factors.keep(accessToken, token)
  return {}
}

/** Removes a factor. */
export async function unenroll(factors: Factors, data: Request & { method: 'sms' | 'totp' }) {
  const route = data.method === 'sms' ? mfa.smsUnenroll : mfa.totpUnenroll
  await call(factors, route, { data, input: { body: {} } })
  return {}
}

/** Makes new recovery codes. */
export function newRecoveryCodes(factors: Factors, data: Request) {
  return call(factors, mfa.recoveryCodesInit, { data, input: { body: {} } })
}

/** Unlinks a passkey, which stops being a factor as well. */
export async function unlinkPasskey(
  factors: Factors,
  data: Request & { credentialId: string; removeAsMfa?: boolean | null | undefined },
) {
  const body = {
    credential_id: data.credentialId,
    ...(typeof data.removeAsMfa === 'boolean' ? { remove_as_mfa: data.removeAsMfa } : {}),
  }
  await call(factors, passkey.unlink, { data, input: { body } })
  return {}
}

/** Calls a route for the owner of the request; `wrongCode` is the type for a code that is wrong. */
async function call<R extends Route>(
  factors: Factors,
  route: R,
  {
    data,
    input,
    wrongCode,
  }: {
    data: Request
    input: RouteInput<R>
    wrongCode?: 'twilio_verification_failed' | 'invalid_credentials'
  },
): Promise<RouteResponse<R>> {
  try {
    return await factors.call(route, input, data.accessToken)
  } catch (error) {
    const isWrong = error instanceof CallFailure && error.code === 'invalid_credentials'
    if (isWrong && wrongCode) throw new FrameError(wrongCode, 'The code is wrong')
    throw asFrameError(error)
  }
}

function required(value: Text): string {
  if (!value) throw invalidArguments()
  return value
}
