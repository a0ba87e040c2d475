import type { LoginMethodEntry } from '../../flow/login-method.js'

/** Login by the app's own login, which has no place on the first screen. */
export const customMethod: LoginMethodEntry = {
  id: 'custom',
  switch: 'custom_jwt_auth',
  icon: 'user',
  name: () => '',
  kind: 'hidden',
  Entry: () => null,
  code: null,
  link: null,
}
