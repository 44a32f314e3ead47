// @vitest-environment jsdom

import { afterEach, expect, it } from 'vitest';
import { noEarlierReact } from '../earlier-react/earlier-react.ts';
import { noteRelease } from '../routing/note-release.testing.ts';
import { noteRevision, testSite } from '../routing/site.testing.tsx';
import { snapshotOf } from './snapshot.ts';

const notes = noteRelease('1.0.0-aaaaaaaaaaaa', []);
const cards = { app: 'mfe-cards', build: '1.0.0-cccccccccccc' };

afterEach(() => {
  document.body.replaceChildren();
  performance.clearMarks();
});

/** Puts a zone of a build into another element, as the page has it. */
function zone(within: Element, { app, build }: typeof cards): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.dataset, { part: app, build });
  within.append(element);
  return element;
}

function snapshot() {
  const site = testSite(noteRevision(7, [notes]), {});
  site.release.dispatch({ type: 'mounted', build: { app: 'mfe-note', build: notes.build } });
  return snapshotOf({ site, earlier: noEarlierReact, violations: [] });
}

it('says where the page is, and of whom it is nothing', async () => {
  history.replaceState(null, '', '/notes/ada@example.org/7?q=ada&mail=ada&ada@example.org#why');
  const { address } = await snapshot();
  expect(address).toBe(`${location.origin}/notes/…/7?q=…&mail=…&…`);
});

it('has the shell first, then what is in the page, and the widgets in it', async () => {
  const page = zone(document.body, { app: 'mfe-note', build: notes.build });
  const card = zone(page, cards);
  // Shown by the card, not by the page.
  zone(card, { app: 'mfe-stamps', build: '1.0.0-dddddddddddd' });
  zone(page, cards);
  const { revision, parts } = await snapshot();
  expect(revision).toBe(7);
  expect(parts.map(({ app, runs, reason, shows }) => ({ app, runs, reason, shows }))).toEqual([
    { app: 'shell', runs: 'shell', reason: { why: 'live' }, shows: [] },
    { app: 'mfe-note', runs: 'page', reason: { why: 'live' }, shows: [cards] },
  ]);
});

it('tells of a build whose manifest cannot be read, but for what it shares', async () => {
  // It has none in this test.
  performance.mark(`loaded mfe-note@${notes.build}`);
  const [, page] = (await snapshot()).parts;
  expect(page).toMatchObject({ app: 'mfe-note', shared: null, notTaken: [] });
});
