import { escapeHtml } from './escape-html.ts';
import type { Letter } from './seal.ts';

/** One message to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

const validity = 'It is valid for 5 minutes and can be used once.';
const ignore = 'If you didn’t request this, you can ignore this e-mail.';

// Mail programs know neither style sheets of their own nor custom properties.
const font = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const mono = "'SF Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/** The message with a sign-in code. Nothing in it comes from whoever asked for the code. */
export function codeMail({ to, code }: Letter, productName: string): Mail {
  const name = escapeHtml(productName);
  return {
    to,
    subject: `${code} is your ${productName} sign-in code`,
    text: [`Your ${productName} sign-in code is ${code}.`, validity, ignore].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${name} sign-in code</title></head>
<body style="margin:0;padding:32px 16px;font:15px/1.5 ${font}">
<div style="max-width:26rem;margin:0 auto">
<p style="margin:0 0 20px;font-weight:650;color:#0f5c4d">${name}</p>
<p style="margin:0 0 8px">Your sign-in code is</p>
<p style="margin:0 0 20px;padding:14px 18px;border:1px solid #8a857d;border-radius:10px;font:600 30px/1.2 ${mono};letter-spacing:.18em">${code}</p>
<p style="margin:0 0 8px">${validity}</p>
<p style="margin:0;opacity:.75">${ignore}</p>
</div>
</body>
</html>
`,
  };
}
