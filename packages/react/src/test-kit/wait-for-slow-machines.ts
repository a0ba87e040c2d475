/* Runs before every test file: a wait for a screen ends after 1 s otherwise, which its code may take to load on a busy machine. */
if (Reflect.has(globalThis, 'document')) {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 10_000 })
}
