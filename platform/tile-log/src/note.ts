import { createHash } from 'node:crypto';

/** The signer of a note (C2SP signed-note). */
export interface NoteSigner {
  /** The signer's name, without spaces or plus signs. */
  name: string;
  /** Ed25519, 32 bytes in base64. */
  publicKey: string;
}

/** The type byte of an Ed25519 signature. */
const ed25519 = 1;

/**
 * A text with one signature below it.
 *
 * @param text lines, each with its end
 * @param sign the Ed25519 signature of a text, in base64
 */
export function signNote(text: string, signer: NoteSigner, sign: (text: string) => string): string {
  const signature = Buffer.concat([keyHash(signer), Buffer.from(sign(text), 'base64')]);
  return `${text}\n— ${signer.name} ${signature.toString('base64')}\n`;
}

/** The text above the signatures, whoever has signed it; null: it is no note. */
export function textOfNote(note: string): string | null {
  const end = note.lastIndexOf('\n\n');
  return end === -1 ? null : note.slice(0, end + 1);
}

/**
 * The text of a note that this signer has signed, or null. Signatures of others are passed over.
 *
 * @param verify whether a signature in base64 is that of the signer's key over the text
 */
export function openNote(
  note: string,
  signer: NoteSigner,
  verify: (text: string, signature: string) => boolean,
): string | null {
  const text = textOfNote(note);
  if (text === null) return null;
  const own = keyHash(signer);
  const isSigned = note
    .slice(text.length + 1)
    .split('\n')
    .some((line) => {
      const [dash, name, encoded = '', ...more] = line.split(' ');
      if (dash !== '—' || name !== signer.name || more.length > 0) return false;
      const signature = Buffer.from(encoded, 'base64');
      const isOwn = signature.subarray(0, own.length).equals(own);
      return isOwn && verify(text, signature.subarray(own.length).toString('base64'));
    });
  return isSigned ? text : null;
}

/** The first four bytes by which a signature says of which key it is. */
function keyHash({ name, publicKey }: NoteSigner): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(ed25519))
    .update(Buffer.from(publicKey, 'base64'))
    .digest()
    .subarray(0, 4);
}
