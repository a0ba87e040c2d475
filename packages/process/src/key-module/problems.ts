/** Why a module does not open a key, as a sentence after the setting's name. */
export const keyModuleProblems = {
  no_module: 'is wrapped by a key module, and the settings of one are not complete',
  no_driver: 'needs pkcs11js, which is not installed in the folder of the driver',
  no_library: 'needs the library of the key module, which cannot be loaded',
  no_token: 'needs a token that the key module does not have now',
  wrong_pin: 'needs a PIN that the key module accepts. Too many wrong ones lock the token',
  no_key: 'needs the module’s key of that label, which the token does not have',
  not_wrapped: 'was not wrapped by this key of the module, or was changed',
  slow: 'is not open after 15 seconds: the key module does not answer',
  failed: 'is not open: the key module has failed',
} as const

/** Why a module did not do what it was asked for. */
export type KeyModuleProblem = keyof typeof keyModuleProblems

/** The module did not do it. The message holds neither key nor PIN. */
export class KeyModuleError extends Error {
  override readonly name = 'KeyModuleError'

  constructor(
    readonly problem: KeyModuleProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options)
  }
}
