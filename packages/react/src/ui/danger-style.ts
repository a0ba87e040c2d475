/** Dresses buttons that end or delete something. */
export const dangerStyle = `
.button.danger{background:var(--sp-danger);color:var(--sp-bg)}
.button.danger:hover{background:color-mix(in srgb,var(--sp-danger) 90%,var(--sp-text))}
.button.danger:active{background:color-mix(in srgb,var(--sp-danger) 82%,var(--sp-text))}
@media (forced-colors:active){.button.danger{forced-color-adjust:none;background:ButtonText;color:ButtonFace}}
`
