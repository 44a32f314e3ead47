import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedChange } from '../contract/change-request.ts';
import {
  buildOf,
  type DraftOptions,
  done,
  manager,
  publish,
  publisherOf,
} from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { attestationText, attestDeclarations, attestRevision } from '../signing/attestations.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'because of this test';
const slot = 'mfe-notes:beside';
const card = 'mfe-cards/card';
const tags = 'mfe-tags/tags';

const none = { sync: [], async: [] };
/** The contract of a build whose only type is that of these fields, each a text or a number. */
const contractOf = (
  fields: Record<string, 'string' | 'number'>,
  more: object,
  exposes: readonly string[] = [],
): DraftOptions => ({
  files: {
    'mf-manifest.json': JSON.stringify({
      metaData: { remoteEntry: { name: 'entry.js' } },
      exposes: exposes.map((path) => ({ path, assets: { js: none, css: none } })),
    }),
    'contract.json': JSON.stringify({
      types: [
        { is: 'plain', text: 'string' },
        { is: 'plain', text: 'number' },
        {
          is: 'object',
          fields: Object.fromEntries(
            Object.entries(fields).map(([name, type]) => [
              name,
              { type: type === 'string' ? 0 : 1 },
            ]),
          ),
        },
      ],
      ...more,
    }),
  },
});
const page = (fields: Record<string, 'string' | 'number'>) =>
  contractOf(fields, { slots: { [slot]: [2] } });
const widget = (expose: string, order: number, fields: Record<string, 'string' | 'number'>) => ({
  exposes: [expose],
  brings: [{ slot, expose, order }],
  ...contractOf(fields, { exposes: { [expose]: 2 } }, [expose]),
});

const openTestRegistry = testRegistries();
describe('a slot of a page', () => {
  let registry: Registry;
  let channel = 'c';
  let number = 0;
  beforeAll(async () => {
    ({ registry } = await openTestRegistry());
    await publish(registry, 'shell', one, { kind: 'shell' });
    await publish(registry, 'mfe-notes', one, { slots: ['beside'], ...page({ id: 'string' }) });
    await publish(registry, 'mfe-notes', two);
    await publish(registry, 'mfe-cards', one, widget('./card', 20, { id: 'string' }));
    await publish(registry, 'mfe-cards', two, widget('./card', 20, { id: 'number' }));
    await publish(registry, 'mfe-tags', one, widget('./tags', 10, { id: 'string' }));
  });
  afterAll(() => registry.close());
  beforeEach(async () => {
    number += 1;
    channel = `c${number}`;
    const builds = { shell: one, 'mfe-notes': one, 'mfe-cards': one, 'mfe-tags': one };
    done(await ask({ kind: 'promote', builds, reason }));
  });

  const ask = (change: NamedChange, actor = manager, dryRun = false) =>
    registry.channel(channel).request(actor, { change, dryRun });
  const arrange = (what: Partial<Extract<NamedChange, { kind: 'slots' }>>): NamedChange => ({
    kind: 'slots',
    slot,
    hide: [],
    show: [],
    reason,
    ...what,
  });
  const current = () => registry.channel(channel).current();
  const shown = async () => {
    const [found] = await registry.channel(channel).slots();
    return found?.widgets.map(({ name, hidden }) => (hidden ? `(${name})` : name));
  };

  it('has what live builds bring, by their order', async () => {
    expect(await registry.channel(channel).slots()).toEqual([
      {
        slot,
        app: 'mfe-notes',
        exists: true,
        widgets: [
          { name: tags, app: 'mfe-tags', build: one, hidden: false },
          { name: card, app: 'mfe-cards', build: one, hidden: false },
        ],
      },
    ]);
  });

  it('is arranged by a revision, which stays as builds move, and is undone by another', async () => {
    const made = done(await ask(arrange({ hide: [tags] })));
    expect(made).toMatchObject({
      outcome: 'made',
      revision: {
        revision: 2,
        kind: 'slots',
        by: 'Ann',
        moves: [],
        arranged: { slot, from: null, to: { hidden: [tags], order: [] } },
      },
    });
    expect(done(await ask(arrange({ hide: [tags] }))).outcome).toBe('already');
    done(await ask(arrange({ order: [card] })));
    expect(await shown()).toEqual([card, `(${tags})`]);
    done(await ask({ kind: 'promote', builds: { 'mfe-notes': two }, reason }));
    expect((await current())?.slots).toEqual({ [slot]: { hidden: [tags], order: [card] } });
    // Not the newest word on the slot any more.
    expect(await ask({ kind: 'undo', revision: 2, recall: false, reason })).toMatchObject({
      code: 'moved',
    });
    done(await ask({ kind: 'undo', revision: 3, recall: false, reason }));
    done(await ask({ kind: 'undo', revision: 2, recall: false, reason }));
    const undone = await current();
    expect(undone).toMatchObject({ revision: 6, kind: 'slots', builds: { 'mfe-notes': two } });
    expect(undone).not.toHaveProperty('slots');
    const { revisions } = await registry.channel(channel).history({ limit: 9, app: 'mfe-notes' });
    expect(revisions.map(({ revision }) => revision)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('is shown as before and as a dry run says, which changes nothing', async () => {
    done(await ask(arrange({ hide: [tags, card] })));
    const would = done(await ask(arrange({ show: [card] }), manager, true));
    expect(would.revision.slots).toEqual({ [slot]: { hidden: [tags], order: [] } });
    expect(await shown()).toEqual([`(${tags})`, `(${card})`]);
    done(await ask(arrange({ show: [card, tags] })));
    expect(await current()).not.toHaveProperty('slots');
  });

  it('is a manager’s to arrange, and to take that back', async () => {
    const team = publisherOf('mfe-notes');
    expect(await ask(arrange({ hide: [tags] }), team)).toMatchObject({ code: 'forbidden' });
    done(await ask(arrange({ hide: [tags] })));
    const undo = { kind: 'undo' as const, revision: 2, recall: false, reason };
    expect(await ask(undo, team)).toMatchObject({ code: 'forbidden' });
    expect(await ask(arrange({ slot: 'mfe-none:beside', hide: [tags] }))).toMatchObject({
      code: 'unknown',
    });
  });

  it('is in the release that pages get, signed; and nothing of it where nothing is said', async () => {
    const stated = async () => {
      const revision = await current();
      if (revision === null) throw new Error('no revision');
      const sign = (text: string) => ({ text, signature: '' });
      const found = await Promise.all(
        ['mfe-notes', 'mfe-cards', 'mfe-tags'].map((app) => registry.build(app, one)),
      );
      const artifacts = found.flatMap((one) => one?.artifact ?? []);
      return JSON.stringify({
        revision: sign(attestationText(attestRevision(revision, 'shell'))),
        declarations: sign(attestationText(attestDeclarations(artifacts, 'outline'))),
        canaries: [],
      });
    };
    expect(JSON.parse(await stated()).revision.text).not.toContain('slots');
    done(await ask(arrange({ hide: [tags] })));
    const { slots, remotes } = await readRelease(await stated(), openUnverified);
    expect(slots).toEqual({ [slot]: { hidden: [tags], order: [] } });
    expect(remotes.find(({ name }) => name === 'mfe-tags')?.declaration.brings).toEqual([
      { slot, expose: './tags', order: 10 },
    ]);
  });

  it('refuses what does not take its props', async () => {
    expect(await ask({ kind: 'promote', builds: { 'mfe-cards': two }, reason })).toMatchObject({
      code: 'unfit',
      problem: expect.stringContaining(`./card of mfe-cards in ${slot}`),
    });
  });

  it('is said to be missing, with who brings something, as a page takes it away', async () => {
    const question = { builds: { 'mfe-notes': two }, unpublished: [] };
    expect(await registry.channel(channel).canShip(question)).toMatchObject({
      fits: true,
      notes: [
        `mfe-cards ${one} brings ./card into ${slot}, which mfe-notes ${two} does not have: it is not shown.`,
        `mfe-tags ${one} brings ./tags into ${slot}, which mfe-notes ${two} does not have: it is not shown.`,
      ],
    });
    const gone = done(await ask({ kind: 'remove', apps: ['mfe-notes'], reason }));
    expect(gone).toMatchObject({
      notes: [
        `mfe-cards ${one} brings ./card into ${slot}: mfe-notes is not here, so it is not shown.`,
        `mfe-tags ${one} brings ./tags into ${slot}: mfe-notes is not here, so it is not shown.`,
      ],
    });
  });

  it('is whole in the audit log', async () => {
    done(await ask(arrange({ hide: [tags] })));
    expect((await registry.audit.verify()).problems).toEqual([]);
  });
});
