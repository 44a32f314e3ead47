/** How the panel looks. It stands in a root of its own, so no rule of a site or a remote reaches it, nor it them. */
export const look = `
dialog { box-sizing: border-box; inline-size: min(60rem, 100vw - 1rem); max-inline-size: none; max-block-size: 92dvh;
  padding: 1rem; border: 1px solid GrayText; border-radius: .5rem; background: Canvas; color: CanvasText;
  font: 0.95rem/1.5 system-ui, sans-serif; overflow: auto; overflow-wrap: anywhere; }
dialog::backdrop { background: rgb(0 0 0 / .5); }
h2, h3, p { margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; }
h3 { font-size: 1.05rem; margin-block-start: 1.25rem; }
h3:focus { outline: none; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
button, summary { min-block-size: 2.75rem; font: inherit; cursor: pointer; }
button { padding-inline: 1rem; }
summary { display: flex; align-items: center; }
:focus-visible { outline: 2px solid CanvasText; outline-offset: 2px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin-block: .5rem; }
caption { text-align: start; font-weight: 600; }
th, td { padding: .2rem .8rem .2rem 0; text-align: start; vertical-align: top; font-weight: 400; }
thead th { font-style: italic; }
thead th, caption { white-space: nowrap; }
pre { white-space: pre-wrap; user-select: all; }
`;
