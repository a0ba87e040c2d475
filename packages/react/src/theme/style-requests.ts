/** Parts of wallet requests only: amounts, full addresses, networks, notices, answers, typed data. Loaded with their screens. */
export const requestStyle = `
.fact.total dd,.fact.total dt{font-weight:600;color:var(--sp-text)}
.fact dd small{display:block;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2);font-weight:400;text-wrap:balance}
.fact.short dd{color:var(--sp-danger)}
.morph:has(.actions){scroll-padding-block-end:96px;transition:none}
.intro+.centre{margin-top:-12px;padding-bottom:8px}
.amount{min-width:0;text-align:center;font-size:calc(28*var(--sp-px));line-height:calc(34*var(--sp-px));font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.amount .unit{font-weight:500;color:var(--sp-text-2);letter-spacing:-.01em}
.amount .unit.unverified{color:var(--sp-warning)}
.amount.in{color:var(--sp-success)}
.address.full button{gap:8px;text-align:start;min-width:0}
.address.full .identicon{flex:none;width:32px;height:32px;border-radius:8px}
.address.full .mono{color:var(--sp-text);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));min-width:0}
.groups{display:grid;grid-template-columns:repeat(5,max-content);column-gap:7px;direction:ltr;text-align:start}
.groups.six{grid-template-columns:repeat(6,max-content);column-gap:6px}
.groups.five>:nth-child(5n+1){text-align:end}
.name{margin-bottom:2px;font-weight:600}
.unverified,.fact.unverified dd,.fact .change.unverified{color:var(--sp-warning)}
.fact.unverified dd small{color:var(--sp-text-2)}
.fact:has(.full){display:block}
.fact:has(.full) dd{margin-top:4px;text-align:start}
.disclose{border-radius:var(--sp-radius-control);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px))}
.disclose summary{display:flex;align-items:center;justify-content:center;gap:4px;min-height:44px;margin-block:-10px;cursor:pointer;color:var(--sp-text-2);font-weight:500;list-style:none;border-radius:var(--sp-radius-small)}
.disclose summary::-webkit-details-marker{display:none}
.disclose summary:hover{color:var(--sp-text)}
.disclose summary .icon{transition:transform 160ms var(--sp-ease)}
.disclose[open] summary .icon{transform:rotate(180deg)}
.requester{display:flex;align-items:center;gap:8px;max-width:100%;margin-block:-4px 4px;padding:4px 12px 4px 4px;border-radius:999px;background:var(--sp-surface);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2);text-align:start}
.requester .logo{max-height:24px;max-width:72px;margin:0;border-radius:6px}
.requester .monogram{width:24px;height:24px;margin:0;border-radius:12px;font-size:calc(13*var(--sp-px))}
.requester>span{min-width:0;overflow-wrap:anywhere}
.requester b{font-weight:500;color:var(--sp-text);margin-inline-end:6px}
.requester:not(:has(.logo,.monogram)){padding-inline-start:12px}
.network{display:inline-flex;align-items:center;justify-content:flex-end;flex-wrap:wrap;gap:4px 8px}
.network-dot{flex:none;width:8px;height:8px;color:var(--sp-text-2)}
.badge{padding:1px 8px;border-radius:999px;background:color-mix(in srgb,var(--sp-warning) 12%,var(--sp-bg));color:var(--sp-warning);font-size:calc(12*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:500;white-space:nowrap}
.money{flex-direction:column;row-gap:2px}
.amount .figure{white-space:nowrap}
.amount.long{font-size:calc(22*var(--sp-px));line-height:calc(28*var(--sp-px))}
.amount.longer{font-size:calc(16*var(--sp-px));line-height:calc(24*var(--sp-px));letter-spacing:-.01em}
.amount.longer .figure,.amount.broken .figure{white-space:normal}
.worth{color:var(--sp-text-2);font-variant-numeric:tabular-nums}
.limit{margin-block:-18px -8px}
.says{text-align:center;text-wrap:pretty;overflow-wrap:anywhere;font-weight:500}
.contract-info{display:flex;align-items:center;justify-content:center;gap:10px;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2);overflow-wrap:anywhere}
.contract-info img{display:block;width:32px;height:32px;border-radius:8px;object-fit:cover}
.contract-info.lg{flex-direction:column}
.contract-info.lg img{width:64px;height:64px;border-radius:14px}
.contract-info .link{display:inline-flex;align-items:center;gap:4px;position:relative}
.contract-info .link::after{content:'';position:absolute;inset:-14px 0}
.acts{border:1px solid var(--sp-line);border-radius:var(--sp-radius-control);padding-inline:14px;counter-reset:act}
.acts li{padding-block:12px;display:flex;flex-direction:column;gap:6px}
.acts li+li{border-top:1px solid var(--sp-line)}
.acts li>p{font-weight:600;overflow-wrap:anywhere}
.acts .risky>p{color:var(--sp-warning)}
.acts .fact{padding-block:6px;border:0}
.acts .mono{overflow-wrap:anywhere}
.field label{font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
.well{padding:14px;border-radius:var(--sp-radius-control);background:var(--sp-surface);text-align:start;overflow-wrap:anywhere;scrollbar-width:thin}
.well.text{white-space:pre-wrap;line-height:calc(22*var(--sp-px))}
.well.with-copy{padding-inline-end:52px}
.framed{position:relative}
.framed .icon-button{position:absolute;inset-block-start:4px;inset-inline-end:4px}
.framed .icon-button:hover{background:var(--sp-line)}
.disclose .well{max-height:200px;overflow:auto}
.more-facts{display:flex;flex-direction:column;gap:12px;margin-top:12px}
.fold{color:var(--sp-warning);font-weight:500;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));white-space:nowrap}
.fold.lines{display:block;margin-block:6px;padding-block:4px;text-align:center;border-block:1px dashed var(--sp-line-strong)}
.fold.spaces{margin-inline:4px}
.mark{display:block;color:var(--sp-warning)}
.tree{font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));direction:ltr}
.tree .tree{padding-inline-start:12px;margin-inline-start:2px;border-inline-start:1px solid var(--sp-line-strong)}
.leaf{display:grid;grid-template-columns:minmax(64px,max-content) 1fr;gap:12px;padding-block:3px}
.leaf dt{color:var(--sp-text-2);max-width:120px;overflow-wrap:anywhere}
.leaf dd{min-width:0;overflow-wrap:anywhere;text-align:start}
.leaf.money dd{font-weight:600}
.branch{padding-block:3px;font-weight:500}
.type{font:400 calc(12*var(--sp-px))/calc(18*var(--sp-px)) var(--sp-mono);color:var(--sp-text-2)}
.free{display:flex;align-items:center;justify-content:center;gap:6px;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
.notice{display:flex;gap:10px;padding:12px 14px;border-radius:var(--sp-radius-control);background:var(--sp-surface);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));text-align:start;color:var(--sp-text);overflow-wrap:anywhere}
.notice>.icon{flex:none;margin-top:-1px}
.notice.warning{background:color-mix(in srgb,var(--sp-warning) 10%,var(--sp-bg))}.notice.warning>.icon{color:var(--sp-warning)}
.notice.danger{background:color-mix(in srgb,var(--sp-danger) 9%,var(--sp-bg))}.notice.danger>.icon{color:var(--sp-danger)}
.notice.plain>.icon{color:var(--sp-text-2)}
.notice b{display:block;font-weight:600}
.notice p+p{margin-top:6px}
.actions .notice{max-height:max(200px,36dvh);overflow:auto;scrollbar-width:thin}
.agree{display:flex;align-items:center;gap:10px;min-height:44px;margin-block:-6px;font-weight:500;cursor:pointer}
.agree input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--sp-accent)}
.more-below{position:absolute;inset:auto 0 calc(100% + 8px);margin-inline:auto;width:max-content;display:flex;align-items:center;gap:4px;min-height:32px;padding:6px 12px;border:1px solid var(--sp-line-strong);border-radius:999px;background:var(--sp-bg);color:var(--sp-text);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:500;cursor:pointer;box-shadow:0 2px 8px #0000001f}
.more-below::before{content:'';position:absolute;inset:-7px 0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.actions{position:sticky;inset-block-end:0;z-index:1;display:flex;flex-direction:column;gap:12px;margin:-12px -24px -24px;padding:12px 24px 24px;background:var(--sp-bg);container-type:scroll-state}
.actions.pair{display:grid;gap:8px}
@media (max-height:519.9px){.actions{position:static}.more-below{position:relative;inset:auto}}
@container scroll-state(stuck:bottom){.actions::before{content:'';position:absolute;inset:0 0 auto;border-top:1px solid var(--sp-line)}}
@media (max-width:479.9px){.actions{margin-inline:-20px;padding-inline:20px}}
@media (max-width:359.9px){.actions{margin-inline:-16px;padding-inline:16px}.groups.six{grid-template-columns:repeat(5,max-content)}.fact dt{max-width:50%}}
@media (max-width:339.9px){.pair.long{grid-template-columns:1fr}.pair.long>:first-child{order:2}}
.address button{display:inline-flex;align-items:center;gap:6px;min-height:32px;margin:-6px -8px;padding:6px 8px;border:0;border-radius:var(--sp-radius-small);background:none;cursor:pointer;position:relative}
.address button::before{content:'';position:absolute;inset:-6px 0}
.address button:hover{background:var(--sp-surface)}
.address .icon{color:var(--sp-text-2)}
.from{display:inline-flex;align-items:center;gap:6px;align-self:center;max-width:100%;min-height:28px;padding:4px 10px 4px 6px;border-radius:999px;background:var(--sp-surface);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
@media (forced-colors:active){.well,.from,.notice{border:1px solid CanvasText}.notice>.icon{color:CanvasText!important}}
`
