import console from 'node:console'

/*
 * Runs before every test file. Happy DOM has no frames and logs an error whenever a page opens one, on Node's console
 * (tests see another one). No test in Happy DOM needs a frame's content, so this drops the error.
 */
if (Reflect.has(globalThis, 'document')) {
  const { error } = console
  console.error = (...said: unknown[]) => {
    if (!/Iframe page loading is disabled/.test(String(said[0]))) error(...said)
  }
}
