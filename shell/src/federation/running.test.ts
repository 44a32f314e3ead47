import { describe, expect, it, vi } from 'vitest';
import { createRunning } from './running.ts';

describe('what runs', () => {
  it('is what is in the page, not what was loaded once', () => {
    const running = createRunning();
    running.loaded('mfe-note', '1', 12);
    expect(running.builds()).toEqual({});
    const gone = running.mount('mfe-note', '1');
    const { builds } = running;
    const before = builds();
    expect(before).toEqual({ 'mfe-note': '1' });
    running.loaded('mfe-note', '2', 12);
    expect(builds()).toBe(before);
    gone();
    expect(running.builds()).toEqual({});
  });

  it('knows a build by its newest mount: the old one leaves as the new one comes', () => {
    const running = createRunning();
    const oldGone = running.mount('mfe-note', '1');
    running.mount('mfe-note', '2');
    oldGone();
    oldGone();
    expect(running.builds()).toEqual({ 'mfe-note': '2' });
  });

  it('tells of changes, until one has heard enough', () => {
    const running = createRunning();
    const listener = vi.fn();
    const stop = running.onChange(listener);
    running.mount('mfe-note', '1');
    running.failed('mfe-note', '1', 'render');
    stop();
    running.loaded('mfe-note', '1', 12);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('gives what happened once', () => {
    const running = createRunning();
    running.loaded('mfe-note', '1', 12);
    running.failed('mfe-note', '1', 'chunk');
    running.stepped('mfe-note', '1', null);
    running.recovered('mfe-note', '1');
    expect(running.take()).toEqual({
      loads: [{ app: 'mfe-note', build: '1', took: 12 }],
      failures: [{ app: 'mfe-note', build: '1', kind: 'chunk' }],
      steps: [{ app: 'mfe-note', from: '1', to: null }],
      recovered: [{ app: 'mfe-note', build: '1' }],
    });
    expect(running.take()).toEqual({ loads: [], failures: [], steps: [], recovered: [] });
  });

  it('remembers a bounded number of them', () => {
    const running = createRunning();
    for (let time = 0; time < 80; time += 1) running.failed('mfe-note', String(time), 'render');
    expect(running.take().failures).toHaveLength(50);
  });
});
