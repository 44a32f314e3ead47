import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseVerifierKey, verifierKey } from '@tallystick/tile-log/verifier-key';
import { type Given, type Verb, wordOrNone } from '../command/verb.ts';
import { openWitness } from '../log/witness-server.ts';
import { fail, type Outcome } from '../outcome.ts';

export const witness: Verb = {
  name: 'witness',
  takes: 'FOLDER',
  summary: 'sign the log of a site as it grows, and no other end of it',
  about: `Listens at this machine, for whoever keeps the log of a site and asks by RELEASE_WITNESSES, and
signs each checkpoint that continues the last one it has signed (C2SP tlog-witness). Its key, and
what it has signed last, are in the folder. Run it where those who run the site have no rights:
what it is for is that they cannot make it forget. To others it is given by a proxy with https.
Needs no token. Prints its own key, for check-log --witness.`,
  options: {
    log: {
      value: 'KEY',
      multiple: true,
      about: "the log's verifier key, as check-log prints it; a new one beside it as it is changed",
    },
    name: { value: 'NAME', about: 'its name in signatures, such as witness.example' },
    port: { value: 'PORT', about: 'where it listens; 4600 if it is absent, 0: anywhere' },
  },
  examples: [['witness kept --log KEY --name witness.example', '']],
  run,
};

async function run({ words, text, texts, io }: Given): Promise<Outcome> {
  const folder = wordOrNone(words, 'Name one folder.') ?? fail('usage', 'Name a folder.');
  const name = text('name') ?? fail('usage', 'Name the witness: --name witness.example');
  if (!/^[^\s+]{1,100}$/.test(name)) fail('usage', '--name has a space or a plus sign.');
  const port = Number(text('port') ?? 4_600);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('usage', '--port is no port.');
  const keys = texts('log').map(
    (key) => parseVerifierKey(key) ?? fail('usage', `--log ${key} is no verifier key.`),
  );
  if (keys.length === 0) fail('usage', 'Say whose log it is: --log KEY');
  const opened = await openWitness({
    ...{ folder: resolve(io.folder, folder), name, keys },
    now: io.now,
  });
  const { server, signer, signed } = opened;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const own = typeof at === 'object' && at !== null ? at.port : port;
  io.note(`The witness is at http://127.0.0.1:${own}, and has signed ${signed} entries so far.`);
  io.note(`key ${verifierKey(signer)}`);
  await io.ended();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  return { json: {}, text: '' };
}
