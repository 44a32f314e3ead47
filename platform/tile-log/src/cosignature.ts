import { type NoteSigner, signatureLine, signaturesBy, textOfNote } from './note.ts';
import { isSignedBy } from './verifier-key.ts';

/** What a witness signs: the text of a checkpoint, and when it saw it (C2SP tlog-cosignature). */
const signedText = (text: string, seconds: number) => `cosignature/v1\ntime ${seconds}\n${text}`;

/**
 * The line by which a witness signs a checkpoint.
 *
 * @param text of the checkpoint
 * @param witness with the type of a cosignature
 * @param at milliseconds since 1970
 */
export function cosign(
  text: string,
  witness: NoteSigner,
  sign: (text: string) => string,
  at: number,
): string {
  const seconds = Math.floor(at / 1_000);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = Buffer.from(sign(signedText(text, seconds)), 'base64');
  return signatureLine(witness, Buffer.concat([time, signature]));
}

/** When a witness last signed this note, in milliseconds since 1970; null: it has not. */
export function cosignedAt(note: string, witness: NoteSigner): number | null {
  const text = textOfNote(note);
  if (text === null) return null;
  const verify = isSignedBy(witness.publicKey);
  const times = signaturesBy(note, witness).flatMap((bytes) => {
    if (bytes.length !== 72) return [];
    const seconds = Number(bytes.readBigUInt64BE());
    const isGood = verify(signedText(text, seconds), bytes.subarray(8).toString('base64'));
    return isGood ? [seconds * 1_000] : [];
  });
  return times.length === 0 ? null : Math.max(...times);
}
