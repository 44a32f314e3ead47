import { expect, it } from 'vitest';
import type { ReleaseInput } from '../release/inputs.ts';
import { transition } from '../release/machine.ts';
import { build, releaseDocument, servedWith } from '../release/release-document.testing.ts';
import type { ReleaseState } from '../release/state.ts';
import { reasonOf } from './reason.ts';

const after = (start: ReleaseState, ...inputs: ReleaseInput[]) =>
  inputs.reduce((state, input) => transition(state, input).state, start);

it('a build is there because it is live, or because this browser gets the canary', () => {
  const release = releaseDocument(1, { ledger: 'b/a' });
  expect(reasonOf(servedWith(release), 'ledger', 'b')).toEqual({ why: 'live' });
  expect(reasonOf(servedWith(release), 'shell', 's')).toEqual({ why: 'live' });
  const [ledger, parties] = release.remotes;
  if (ledger === undefined || parties === undefined) throw new Error('no remotes');
  const canary = servedWith({ ...release, remotes: [{ ...ledger, canary: true }, parties] });
  expect(reasonOf(canary, 'ledger', 'b')).toEqual({ why: 'canary' });
  expect(reasonOf(canary, 'parties', 'p')).toEqual({ why: 'live' });
});

it('a build is there because the one that is released failed here', () => {
  const start = servedWith(releaseDocument(1, { ledger: 'b/a' }));
  const failed = after(start, { type: 'failed', build: build('ledger', 'b'), kind: 'render' });
  expect(reasonOf(failed, 'ledger', 'a')).toEqual({ why: 'fallback', released: 'b' });
  const broken = servedWith(releaseDocument(1, { ledger: 'b/a' }), {
    endedIn: build('ledger', 'b'),
  });
  expect(reasonOf(broken, 'ledger', 'a')).toEqual({ why: 'fallback', released: 'b' });
});

it('a build is there because the page began with it, also where it would be the fallback', () => {
  const start = servedWith(releaseDocument(1, { ledger: 'a' }));
  const released = after(
    start,
    { type: 'news', revision: 2, recalled: [] },
    { type: 'release', release: releaseDocument(2, { shell: 't', ledger: 'b/a' }) },
  );
  expect(reasonOf(released, 'ledger', 'a')).toEqual({ why: 'released-before', released: 'b' });
  expect(reasonOf(released, 'shell', 's')).toEqual({ why: 'released-before', released: 't' });
  const recalled = [build('ledger', 'a')];
  const taken = after(released, { type: 'news', revision: 3, recalled });
  expect(reasonOf(taken, 'ledger', 'a')).toEqual({ why: 'recalled' });
});

it('a build is there because of a preview, or because somebody works on it', () => {
  const release = releaseDocument(1, { ledger: 'b' });
  const shown = (leave: string) =>
    servedWith({ ...release, preview: { builds: { ledger: 'b' }, leave } });
  expect(reasonOf(shown('/preview/leave'), 'ledger', 'b')).toEqual({ why: 'preview' });
  expect(reasonOf(shown('https://tally.example'), 'ledger', 'b')).toEqual({ why: 'working-copy' });
  expect(reasonOf(shown('/preview/leave'), 'parties', 'p')).toEqual({ why: 'live' });
});
