// @vitest-environment jsdom
import { createManualClock } from '@tallystick/timing/manual-clock';
import { beforeEach, expect, it, vi } from 'vitest';
import { build, releaseDocument } from '../release/release-document.testing.ts';
import { createReleaseMachine, type ReleaseMachine } from '../release/release-machine.ts';
import { keepOffline } from './offline-cache.ts';

/** A service worker, and the recalled builds that it heard of. */
function openWorker() {
  const heard: string[] = [];
  const postMessage = (message: { type: string; build: string }) => {
    if (message.type === 'recalled') heard.push(message.build);
  };
  return { heard, postMessage };
}

const release = releaseDocument(2);
let registration: { active: ReturnType<typeof openWorker> };
let machine: ReleaseMachine;
beforeEach(() => {
  registration = { active: openWorker() };
  vi.stubGlobal('isSecureContext', true);
  const serviceWorker = { register: async () => registration, ready: registration };
  Object.assign(navigator, { serviceWorker });
  machine = createReleaseMachine({
    shell: 's',
    release,
    reloadedFor: null,
    broken: [],
    endedIn: null,
    load: async () => {},
    clock: createManualClock().clock,
  });
});

const recall = (revision: number, ...names: string[]) =>
  machine.dispatch({ type: 'news', revision, recalled: names.map((one) => build('ledger', one)) });

it('the worker hears of each recalled build, also of one that this page never had', async () => {
  recall(2, 'before');
  await keepOffline(machine);
  recall(3, 'before', 'a');
  recall(4, 'before');
  expect(registration.active.heard).toEqual(['before', 'a']);
  recall(5, 'a');
  expect(registration.active.heard).toEqual(['before', 'a', 'a']);
});

it('a worker that takes the place of the one before hears what is recalled from then on', async () => {
  await keepOffline(machine);
  const { active: before } = registration;
  registration.active = openWorker();
  recall(3, 'a');
  expect([before.heard, registration.active.heard]).toEqual([[], ['a']]);
});
