import console from 'node:console'

/*
 * Runs before every test file. Happy DOM has no frames and says so whenever a page opens one, on Node's own console, which
 * is not the one tests see; no test there needs what is in a frame.
 */
if (Reflect.has(globalThis, 'document')) {
  const { error } = console
  console.error = (...said: unknown[]) => {
    if (!/Iframe page loading is disabled/.test(String(said[0]))) error(...said)
  }
}
