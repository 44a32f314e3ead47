// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { board, ledger1, ledger2, ledger3, published, revision } from '../board/board.testing.ts';
import { type ChangeIntent, draftOf, firstChoices, intentWords } from './intent.ts';

const builds = [ledger3, ledger2, ledger1].map(published);
const ledger = ['mfe-ledger'];
/** The build that the dialog begins with; undefined: none. */
const suggested = (app: string, ...of: [typeof board, typeof builds]) =>
  firstChoices({ kind: 'promote', apps: [app] }, ...of).builds[app];

describe('the build that is suggested', () => {
  it('is the newest that was published after the live one', () => {
    expect(suggested('mfe-ledger', board, builds)).toBe(ledger3);
    expect(suggested('mfe-ledger', board, builds.slice(1))).toBeUndefined();
    expect(suggested('mfe-ledger', { ...board, current: null }, builds)).toBe(ledger3);
    expect(suggested('mfe-ledger', board, [published(ledger2)])).toBeUndefined();
    expect(suggested('mfe-auth', board, builds)).toBeUndefined();
  });

  it('is the canary, if there is one, and none that was taken back', () => {
    const canaries = { 'mfe-ledger': { build: ledger1, percent: 5 } };
    const { at: when, by, reason } = revision;
    const taken = { why: 'recalled' as const, app: 'mfe-ledger', build: ledger3, revision: 7 };
    const condemned = [{ ...taken, at: when, by, reason }];
    const at = (more: object) => ({ ...board, current: { ...revision, ...more } });
    expect(suggested('mfe-ledger', at({ canaries }), builds)).toBe(ledger1);
    expect(suggested('mfe-ledger', { ...board, condemned }, builds)).toBeUndefined();
  });
});

describe('an intent', () => {
  it('to promote becomes a draft once each app has a build', () => {
    const intent = { kind: 'promote' as const, apps: ledger };
    expect(draftOf(intent, firstChoices(intent, board, builds))).toEqual({
      kind: 'promote',
      builds: { 'mfe-ledger': ledger3 },
    });
    const both = { kind: 'promote' as const, apps: ['mfe-ledger', 'mfe-auth'] };
    expect(draftOf(both, firstChoices(both, board, builds))).toBeNull();
  });

  it('to try begins at 5 % and waits for a share that is one', () => {
    const intent = { kind: 'canary' as const, apps: ledger, build: ledger1 };
    const choices = firstChoices(intent, board, builds);
    expect(draftOf(intent, choices)).toEqual({
      kind: 'canary',
      builds: { 'mfe-ledger': ledger1 },
      percent: 5,
    });
    expect(draftOf(intent, { ...choices, percent: null })).toBeNull();
  });

  it('to try more of a canary goes on to the next share', () => {
    const intent = { kind: 'canary' as const, apps: ledger };
    const at = (percent: number) => ({
      ...board,
      current: { ...revision, canaries: { 'mfe-ledger': { build: ledger3, percent } } },
    });
    const next = [1, 5, 20, 50, 80].map(
      (percent) => firstChoices(intent, at(percent), builds).percent,
    );
    expect(next).toEqual([5, 20, 50, 75, 90]);
    expect(firstChoices({ ...intent, build: ledger1 }, at(20), builds).percent).toBe(5);
  });

  it('to roll back needs nothing more, and takes a goal and a recall', () => {
    const intent = { kind: 'rollback' as const, apps: ledger, recall: true };
    const choices = firstChoices(intent, board, builds);
    expect(draftOf(intent, choices)).toEqual({
      kind: 'rollback',
      apps: ledger,
      to: {},
      recall: true,
    });
    const chosen = { ...choices, builds: { 'mfe-ledger': ledger1 }, recall: false };
    expect(draftOf(intent, chosen)).toMatchObject({
      to: { 'mfe-ledger': ledger1 },
      recall: false,
    });
    expect(draftOf(intent, { ...choices, live: ledger })).toMatchObject({ live: ledger });
  });

  it('to abort a canary, or to resume a build, needs nothing more', () => {
    const abort = { kind: 'abort' as const, apps: ledger };
    const choices = firstChoices(abort, board, builds);
    expect(draftOf(abort, choices)).toEqual({ kind: 'abort', apps: ledger, recall: false });
    const resume = { kind: 'unhold' as const, apps: ledger, build: ledger3 };
    const named = { 'mfe-ledger': ledger3 };
    expect(draftOf(resume, choices)).toEqual({ kind: 'unhold', apps: ledger, builds: named });
    expect(intentWords(abort).title).toBe('End the canary of mfe-ledger');
  });

  it('to configure sets what was typed, for all or for a share, and unsets what was emptied', () => {
    const declared = {
      size: { type: 'integer' as const, default: 20, maximum: 100 },
      newList: { type: 'boolean' as const, default: false },
      tone: { type: 'string' as const, default: 'calm' },
    };
    const set = { values: { size: 50, tone: 'bold' } };
    const intent = {
      kind: 'configure',
      apps: ['mfe-ledger'],
      declared,
      set,
    } satisfies ChangeIntent;
    const choices = firstChoices(intent, board, builds);
    expect(choices.typed).toEqual({ size: '50', newList: '', tone: 'bold' });
    const typed = { size: '', newList: 'true', tone: 'bold' };
    const changed = { kind: 'configure', app: 'mfe-ledger', set: { size: null, newList: true } };
    expect(draftOf(intent, { ...choices, typed })).toEqual({ ...changed, now: false });
    const share = { typed, forShare: true, percent: 5, recall: true };
    expect(draftOf(intent, { ...choices, ...share })).toEqual({
      ...changed,
      now: true,
      percent: 5,
    });
    for (const open of [
      { typed: { ...typed, size: '101' } },
      { typed, forShare: true, percent: null },
    ]) {
      expect(draftOf(intent, { ...choices, ...open })).toBeNull();
    }
    expect(intentWords(intent)).toEqual({
      title: 'Change settings of mfe-ledger',
      confirm: 'Change settings',
    });
  });

  it('to give all browsers the settings of a share needs nothing more', () => {
    const intent = { kind: 'complete', apps: ['mfe-ledger'] } satisfies ChangeIntent;
    const choices = firstChoices(intent, board, builds);
    const all = { kind: 'configure', app: 'mfe-ledger', set: {}, complete: true };
    expect(draftOf(intent, choices)).toEqual({ ...all, now: false });
    expect(draftOf(intent, { ...choices, recall: true })).toEqual({ ...all, now: true });
    expect(intentWords(intent)).toEqual({
      title: 'Give settings of mfe-ledger to all browsers',
      confirm: 'Give to all browsers',
    });
  });

  it('has words for its dialog, also as it is ticked into a recall', () => {
    const intent = { kind: 'rollback' as const, apps: ledger, recall: false };
    expect(intentWords(intent)).toEqual({
      title: 'Roll back mfe-ledger',
      confirm: 'Roll back',
    });
    expect(intentWords(intent, { recall: true, ramp: null }).title).toBe('Recall mfe-ledger');
    expect(intentWords({ ...intent, apps: ['a', 'b', 'c'] }).title).toBe('Roll back 3 apps');
    expect(intentWords({ kind: 'lock', app: 'shell' }).title).toBe('Lock shell');
  });
});
