import { createHash } from 'node:crypto';

/** The signer of a note (C2SP signed-note). */
export interface NoteSigner {
  /** The signer's name, without spaces or plus signs. */
  name: string;
  /** Ed25519, 32 bytes in base64. */
  publicKey: string;
  /** Absent: it signs the note as it is. */
  type?: SignatureType;
}

/** The type bytes of Ed25519 signatures: of a note as it is, and of a witness (tlog-cosignature). */
export const signatureTypes = { note: 1, cosignature: 4 } as const;
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

/**
 * A text with one signature below it.
 *
 * @param text lines, each with its end
 * @param sign the Ed25519 signature of a text, in base64
 */
export function signNote(text: string, signer: NoteSigner, sign: (text: string) => string): string {
  return `${text}\n${signatureLine(signer, Buffer.from(sign(text), 'base64'))}`;
}

/** A line below a note, with its end. */
export function signatureLine(signer: NoteSigner, signature: Uint8Array): string {
  const bytes = Buffer.concat([keyHash(signer), signature]);
  return `— ${signer.name} ${bytes.toString('base64')}\n`;
}

/** The text above the signatures, whoever has signed it; null: it is no note. */
export function textOfNote(note: string): string | null {
  const end = note.lastIndexOf('\n\n');
  return end === -1 ? null : note.slice(0, end + 1);
}

/** What stands below a note by the name and the key hash of this signer; nothing of it is verified. */
export function signaturesBy(note: string, signer: NoteSigner): Buffer[] {
  const text = textOfNote(note);
  if (text === null) return [];
  const own = keyHash(signer);
  return note
    .slice(text.length + 1)
    .split('\n')
    .flatMap((line) => {
      const [dash, name, encoded = '', ...more] = line.split(' ');
      if (dash !== '—' || name !== signer.name || more.length > 0) return [];
      const signature = Buffer.from(encoded, 'base64');
      const isOwn = signature.subarray(0, own.length).equals(own);
      return isOwn ? [signature.subarray(own.length)] : [];
    });
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
  const found = signaturesBy(note, signer);
  return found.some((signature) => verify(text, signature.toString('base64'))) ? text : null;
}

/** The first four bytes by which a signature says of which key it is. */
export function keyHash({ name, publicKey, type = signatureTypes.note }: NoteSigner): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(type))
    .update(Buffer.from(publicKey, 'base64'))
    .digest()
    .subarray(0, 4);
}
