/** What another app or site asks for. */
export const sharingStyle = `
.permissions{display:flex;flex-direction:column;gap:6px;text-align:start}
.permissions h3{margin:0;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:500;color:var(--sp-text-2)}
.permissions ul{margin:0 0 8px;padding:0;list-style:none;display:flex;flex-direction:column;gap:8px}
.permissions li{display:flex;gap:10px;line-height:calc(20*var(--sp-px))}
.permissions .icon{flex:none;color:var(--sp-text-2)}
.permissions .may .icon{color:var(--sp-success)}
.shared{display:flex;flex-direction:column;gap:8px;border:0;margin:0;padding:12px 14px;border-radius:var(--sp-radius-control);background:var(--sp-surface);text-align:start}
.shared>legend{float:inline-start;padding:0;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
.shared>h3{margin:0;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:400;color:var(--sp-text-2)}
.shared label{display:flex;align-items:center;gap:12px;min-height:44px;clear:both;cursor:pointer}
.shared input{width:20px;height:20px;margin:0;accent-color:var(--sp-accent-text);flex:none}
.asker-logo{flex:none;width:24px;height:24px;border-radius:6px;object-fit:cover}
`
