import { machinePace } from '@tallystick/contract/testing/pace';
import { proving } from '@tallystick/contract/testing/proof';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// A thread runs many files one after the other: each begins with modules, globals, clocks and a page of its own.
vi.useRealTimers();
putTimersBack();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
if (typeof document !== 'undefined') {
  emptyPage();
  await giveTime();
  endTimersWithPage();
}

/** A spy on a clock that was not the real one puts that back when its file is over. */
function putTimersBack(): void {
  const kept = Symbol.for('the timers of this thread');
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis;
  const real = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate };
  if (kept in globalThis) Object.assign(globalThis, Reflect.get(globalThis, kept));
  else Reflect.set(globalThis, kept, real);
}

/** Seconds of a processor that a test may use in its own thread; where it only waits it uses none. */
const usualBudget = 5;
/** Budgets of tests that need more, by the names of the tests. */
const budgets: ReadonlyMap<string, number> = new Map([
  // It sends 30 MB, more than sockets hold by themselves.
  ['drops who does not read, while others go on', 10],
  // It stops its own event loop, a second at a time.
  ['does not turn anybody away for stops that are shorter than the longest', 10],
  // Each look goes through all objects of the thread, and it may take several looks.
  ['keeps nothing of those whom it has answered', 10],
  // It releases a hundred times, and reads three pages after each.
  ['is of the newest revision as soon as the change has returned, on every server, each time', 10],
]);
let before = process.threadCpuUsage();
beforeEach(() => {
  before = process.threadCpuUsage();
});
afterEach(({ task }) => {
  const { user, system } = process.threadCpuUsage(before);
  const seconds = (user + system) / 1_000_000;
  const budget = budgets.get(task.name) ?? usualBudget;
  if (seconds <= budget || proving) return;
  // A slow machine is no slow test.
  if (seconds > budget * machinePace('processor')) {
    throw new Error(
      `'${task.name}' took ${seconds.toFixed(1)} s of a processor, and may have ${budget}.`,
    );
  }
});

/**
 * What still waits when a file is over would go on in another page, or in none. Not intervals: jsdom, which stays, has one
 * for its frames, and would take it for running.
 */
function endTimersWithPage(): void {
  const begun: NodeJS.Timeout[] = [];
  const noting = {
    apply(begin: typeof setTimeout, self: unknown, given: Parameters<typeof setTimeout>) {
      const timer = Reflect.apply(begin, self, given);
      begun.push(timer);
      return timer;
    },
  };
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, noting);
  afterAll(() => {
    for (const timer of begun) clearTimeout(timer);
  });
}

function emptyPage(): void {
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

/** Testing Library gives a page one second: too little on a machine that is busy with other things. */
async function giveTime(): Promise<void> {
  const { configure, getConfig } = await import('@testing-library/react');
  const patience = 30_000;
  const { asyncWrapper, asyncUtilTimeout, getElementError } = getConfig();
  // Testing Library is loaded once in a thread, so what the first test file has set is still there for the next.
  if (asyncUtilTimeout === patience) return;
  const { setImmediate: turn } = globalThis;
  configure({
    asyncUtilTimeout: patience,
    // A test that waits asks many times a second, and the page is described only for who reads why it gave up.
    getElementError: (message, container) => {
      const error = new Error();
      error.name = 'TestingLibraryElementError';
      let text: string | undefined;
      const get = () => (text ??= getElementError(message, container).message);
      return Object.defineProperty(error, 'message', { configurable: true, get });
    },
    // React runs effects a turn after it has drawn, later if it was busy: what has been found listens before the test
    // goes on.
    asyncWrapper: (wait) =>
      asyncWrapper(async () => {
        const found = await wait();
        for (let turns = 0; turns < 4; turns += 1) await new Promise((resolve) => turn(resolve));
        return found;
      }),
  });
}
