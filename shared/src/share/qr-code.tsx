import { encode } from 'uqr';
import classes from './qr-code.module.css';
import { strings } from './strings.ts';

/** `text` as a QR code: black on white in both themes, with the margin that readers need. */
export function QrCode({ text }: { readonly text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img">
      <title>{strings.code}</title>
      <path d={path.join('')} />
    </svg>
  );
}
