/** The code of `stretch-worker`, which the build of the page puts here; empty in unit tests. */
export const stretchCode: string = ''
