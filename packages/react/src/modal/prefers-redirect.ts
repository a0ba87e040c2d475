/** Whether a login leaves this tab for the provider. On phones a window is another tab, from which the way back is easily lost. */
export function prefersRedirect(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}
