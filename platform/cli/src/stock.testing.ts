import { type Change, type Revision, revisionSchema } from '@tallystick/registry/contract/channel';
import type { Actor } from '@tallystick/registry/contract/tokens';
import type { PartOptions } from '@tallystick/registry/parts/all-parts';
import type { Watching } from '@tallystick/registry/registry-over';
import * as v from 'valibot';
import {
  openHouse,
  type Ran,
  runHere,
  spawnRelease,
  type TestHouse,
  writeApp,
} from './release.testing.ts';

export const shellOne = '1.0.0-aaaaaaaaaaaa';
export const noteOne = '1.0.0-bbbbbbbbbbbb';
export const noteTwo = '1.1.0-cccccccccccc';
export const otherOne = '1.0.0-dddddddddddd';
export const otherTwo = '2.0.0-eeeeeeeeeeee';

export const maria: Actor = { tokenId: 'house', name: 'maria', scope: { kind: 'manager' } };

/** A house in which a shell and two remotes are published, the remotes twice. */
export interface Stock {
  house: TestHouse;
  /** The real command, in a process of its own. */
  release(...words: string[]): Promise<Ran>;
  /** The same code in this process. */
  here(...words: string[]): Promise<Ran>;
  /** The document that it answers with `--json`, and its exit code. */
  document(...words: string[]): Promise<unknown>;
  /** The same of a command that changes a channel. */
  changed(...words: string[]): Promise<v.InferOutput<typeof changedSchema>>;
  current(channel: string): Promise<Revision | null>;
  /** A channel of its own for a test, at revision 1 with the first builds. */
  newChannel(): Promise<string>;
  /** Somebody else changes a channel, past the command. */
  change(channel: string, wanted: Change): Promise<void>;
  /** Makes a token; answers its secret. */
  token(name: string, ...words: string[]): Promise<string>;
}

const changedSchema = v.object({
  code: v.number(),
  changed: v.boolean(),
  revision: revisionSchema,
});

export async function openStock(watching?: Watching & PartOptions): Promise<Stock> {
  const house = await openHouse(watching);
  const here = (...words: string[]) => runHere(house, words);
  const document = async (...words: string[]): Promise<unknown> => {
    const { code, out } = await here(...words, '--json');
    return { code, ...JSON.parse(out) };
  };
  const current = (channel: string) => house.registry.channel(channel).current();
  const change = async (channel: string, wanted: Change) => {
    const at = (await current(channel))?.revision ?? 0;
    const made = await house.registry.channel(channel).change(maria, at, wanted);
    if (!made.ok) throw new Error(made.problem);
  };
  const older = [
    await writeApp(house, 'shell', shellOne),
    await writeApp(house, 'mfe-note', noteOne),
    await writeApp(house, 'mfe-other', otherOne),
  ];
  const newer = [
    await writeApp(house, 'mfe-note', noteTwo, { 'more.js': 'more of it' }),
    await writeApp(house, 'mfe-other', otherTwo),
  ];
  await here('publish', ...older);
  await here('publish', ...newer);

  let channels = 0;
  return {
    house,
    release: (...words) => spawnRelease(house, words),
    here,
    document,
    changed: async (...words) => v.parse(changedSchema, await document(...words)),
    current,
    newChannel: async () => {
      channels += 1;
      const channel = `channel-${channels}`;
      const builds = { shell: shellOne, 'mfe-note': noteOne, 'mfe-other': otherOne };
      await change(channel, { kind: 'promote', builds, reason: 'the beginning' });
      return channel;
    },
    change,
    token: async (name, ...words) => (await here('token', 'create', name, ...words)).out,
  };
}
