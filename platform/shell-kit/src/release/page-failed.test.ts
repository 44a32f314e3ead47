// @vitest-environment jsdom
import { createManualClock } from '@tallystick/timing/manual-clock';
import { afterEach, expect, it, vi } from 'vitest';
import { pageFailed, tryAgain } from './page-failed.ts';
import { build, releaseDocument } from './release-document.testing.ts';
import { createReleaseMachine } from './release-machine.ts';

const live = build('ledger', 'a');

function open() {
  const reload = vi.fn();
  vi.stubGlobal('window', Object.create(window, { location: { value: { reload } } }));
  const release = createReleaseMachine({
    shell: 's',
    release: releaseDocument(1),
    reloadedFor: null,
    broken: [],
    endedIn: null,
    load: async () => {},
    clock: createManualClock().clock,
  });
  return { release, reload };
}

/** As a bundler's runtime rejects for a file that did not come. */
function chunkError(): Error {
  return Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('loads the page anew where a try again brings the very failure that a lazy component keeps', () => {
  const { release, reload } = open();
  const kept = chunkError();
  pageFailed(release, live, kept);
  tryAgain(release, live, kept);
  expect(reload).not.toHaveBeenCalled();
  pageFailed(release, live, kept);
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  ['the file was asked for, and did not come again', chunkError(), chunkError()],
  ['the page throws the same each time', new TypeError('broken'), null],
])('goes on without that where %s', (_what, first, second) => {
  const { release, reload } = open();
  pageFailed(release, live, first);
  tryAgain(release, live, first);
  pageFailed(release, live, second ?? first);
  expect(reload).not.toHaveBeenCalled();
});
