import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { openNote, signNote, textOfNote } from './note.ts';

/** The checkpoint of another log, and its key: Go's checksum database. */
const others = `go.sum database tree
6476701
mb8QLQIs0Z0yP5Cstq6guj87oXWeC9gEM8oVikmm9Wk=

— sum.golang.org Az3grsLX85Gz+s1SiTbgkuqxgItqFq7gsMUEyVnrsa9LM7Us9S+1xbFIGu95949rj4nPRYfvimWEPWL+o3GeoWwOoAw=
`;
const sumdb = {
  name: 'sum.golang.org',
  publicKey: Buffer.from('Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8', 'base64')
    .subarray(1)
    .toString('base64'),
};
const verifyBy = (publicKey: string) => {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return (text: string, signature: string) =>
    verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
};

it('opens what another log has signed, and not what somebody changed in it', () => {
  const byIts = verifyBy(sumdb.publicKey);
  const text = openNote(others, sumdb, byIts);
  expect(parseCheckpoint(text ?? '')).toMatchObject({
    ...{ origin: 'go.sum database tree', size: 6_476_701 },
    root: Buffer.from('mb8QLQIs0Z0yP5Cstq6guj87oXWeC9gEM8oVikmm9Wk=', 'base64'),
  });
  for (const [what, by] of [
    ['6476701', '6476702'],
    ['mb8Q', 'mb8R'],
    ['— sum.golang.org', '— sum.golang.net'],
    ['Az3grsLX', 'Az3grsLY'],
    ['Az3grsLX', 'Az3hrsLX'],
    ['\n\n', '\n'],
  ] as const) {
    expect(openNote(others.replace(what, by), sumdb, byIts)).toBeNull();
  }
});

it('signs so that it opens it again, beside signatures of others', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const signer = { name: 'log.example', publicKey: Buffer.from(x, 'base64url').toString('base64') };
  const text = checkpointText({ origin: signer.name, size: 3, root: new Uint8Array(32) });
  const note = signNote(text, signer, (given) =>
    sign(null, Buffer.from(given), privateKey).toString('base64'),
  );
  const byOwn = verifyBy(signer.publicKey);
  expect(textOfNote(note)).toBe(text);
  expect(openNote(note, signer, byOwn)).toBe(text);
  const witnessed = note.replace('\n— log', '\n— witness.example AAAAAAAA\n— log');
  expect(openNote(witnessed, signer, byOwn)).toBe(text);
  expect(openNote(note, { ...signer, name: 'other' }, byOwn)).toBeNull();
  expect(openNote(text, signer, byOwn)).toBeNull();
});

it.each(['', 'log\n', 'log\n1\n', 'log\n01\nAAAA\n', `log\n1\n${'A'.repeat(43)}\n`, 'log\n-1\n'])(
  'takes %j for no checkpoint',
  (text) => {
    expect(parseCheckpoint(text)).toBeNull();
  },
);
