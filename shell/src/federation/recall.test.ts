import { describe, expect, it } from 'vitest';
import { createRecall } from './recall.ts';

const bad = { app: 'mfe-note', build: '2' };

describe('a recall', () => {
  it('concerns the builds that it names', () => {
    const recall = createRecall();
    recall.set([bad], []);
    expect(recall.isRecalled('mfe-note', '2')).toBe(true);
    expect(recall.isRecalled('mfe-note', '1')).toBe(false);
    expect(recall.isGraceExpired('mfe-note', '2')).toBe(false);
    recall.set([bad], [bad]);
    expect(recall.isGraceExpired('mfe-note', '2')).toBe(true);
  });

  it('lets every other build be shown at once', async () => {
    const recall = createRecall();
    recall.set([bad], []);
    await recall.allowed('mfe-note', '1', new AbortController().signal);
  });

  it('holds a build back until it is recalled no more', async () => {
    const recall = createRecall();
    recall.set([bad], []);
    let shown = false;
    const allowed = recall.allowed('mfe-note', '2', new AbortController().signal);
    const waiting = allowed.then(() => {
      shown = true;
    });
    recall.set([bad, { app: 'mfe-note', build: '3' }], []);
    await Promise.resolve();
    expect(shown).toBe(false);
    recall.set([], []);
    await waiting;
  });

  it('holds nothing back for whoever went elsewhere', async () => {
    const recall = createRecall();
    recall.set([bad], []);
    const leaving = new AbortController();
    const allowed = recall.allowed('mfe-note', '2', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(allowed).rejects.toThrow('left');
  });
});
