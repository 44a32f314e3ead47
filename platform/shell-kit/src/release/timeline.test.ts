import { afterEach, expect, it } from 'vitest';
import { build, releaseDocument } from './release-document.testing.ts';
import { createReleaseMachine } from './release-machine.ts';
import { noteOnTimeline } from './timeline.ts';

afterEach(() => performance.clearMarks());

it('notes once when a build was loaded, shown and failed, and how', () => {
  const machine = createReleaseMachine({
    shell: 's',
    release: releaseDocument(1, { ledger: 'b/a' }),
    load: async () => {},
  });
  noteOnTimeline(machine);
  const ledger = build('ledger', 'b');
  machine.dispatch({ type: 'loaded', build: ledger, took: 5 });
  machine.dispatch({ type: 'mounted', build: ledger });
  machine.dispatch({ type: 'failed', build: ledger, kind: 'render' });
  machine.dispatch({ type: 'reported' });
  machine.dispatch({ type: 'unmounted', build: ledger });
  machine.dispatch({ type: 'mounted', build: ledger });
  machine.dispatch({ type: 'widget-mounted', build: build('parties', 'p') });
  const marks = performance.getEntriesByType('mark');
  expect(marks.map(({ name }) => name)).toEqual([
    ...['loaded ledger@b', 'shown ledger@b', 'failed ledger@b', 'shown parties@p'],
  ]);
  expect(Reflect.get(performance.getEntriesByName('failed ledger@b')[0] ?? {}, 'detail')).toBe(
    'render',
  );
});
