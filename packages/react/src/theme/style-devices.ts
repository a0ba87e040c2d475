/** The list of devices and of what happened. */
export const devicesStyle = `
.devices{margin:0;padding:0;list-style:none;border:1px solid var(--sp-line);border-radius:var(--sp-radius-control)}
.device{display:flex;align-items:center;gap:12px;min-height:64px;padding:10px 14px}
.device+.device{border-top:1px solid var(--sp-line)}
.device>.mark{display:grid;place-items:center;flex:none;width:24px;color:var(--sp-text-2)}
.device>.name{flex:1;min-width:0;display:flex;flex-direction:column;align-items:flex-start;gap:1px;font-weight:500;line-height:calc(20*var(--sp-px));text-align:start;overflow-wrap:anywhere}
.device small{font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:400;color:var(--sp-text-2)}
.device .gone{color:var(--sp-warning)}
.device>.quiet{flex:none;color:var(--sp-text)}
.device>.quiet:hover{text-decoration:underline;text-underline-offset:3px}
.device .skeleton+.skeleton{margin-top:6px}
.happened{margin:0;padding:0;list-style:none;display:flex;flex-direction:column;gap:10px}
.happened li{display:flex;flex-direction:column;text-align:start}
.happened small{font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
`
