import type { ChangeAnswer } from '@tallystick/registry/contract/change-request';
import { useEffect, useState } from 'react';
import { passing, type Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { useLive } from '../live/live.tsx';
import type { Draft } from './draft.ts';

/** What a change would append, and the change as it is meant. */
export type Look = Extract<ChangeAnswer, { outcome: 'would-be' }>;

interface Preview {
  /** What the draft would do; of the draft before while the preview of the new one is fetched. */
  answer: ChangeAnswer | null;
  trouble: Trouble | null;
  /** Whether the above is about the draft as it is now. */
  fresh: boolean;
}

/** It is never stored. */
const lookReason = 'A look at what would change';

const none = { answer: null, trouble: null };

/**
 * What a draft would do to the channel as it is now. The first preview stays until the draft or `round`
 * changes, so that nobody confirms something else than what they read.
 */
export function usePreview(channel: string, draft: Draft | null, round: number): Preview {
  const admin = useAdmin();
  const { tick } = useLive();
  const key = draft === null ? null : JSON.stringify([channel, round, draft]);
  const [tries, setTries] = useState(0);
  const [last, setLast] = useState<Omit<Preview, 'fresh'> & { key: string | null; tries: number }>({
    key: null,
    tries,
    ...none,
  });
  const { code } = last.trouble ?? {};
  const failed = last.key === key && last.tries === tries && code !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: at a tick, and not as soon as it failed
  useEffect(() => {
    // Without a session nothing ticks until somebody has signed in again.
    if (failed && (passing.has(code) || code === 'unauthorized')) setTries(tries + 1);
  }, [tick]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the draft
  useEffect(() => {
    if (draft === null) return;
    const end = new AbortController();
    admin.preview(channel, { ...draft, reason: lookReason }, end.signal).then(
      (answer) => {
        if (end.signal.aborted) return;
        setLast(
          answer.ok
            ? { key, tries, answer: answer.value, trouble: null }
            : { key, tries, answer: null, trouble: answer },
        );
      },
      () => {},
    );
    return () => end.abort();
  }, [admin, key, tries]);

  if (key === null) return { ...none, fresh: false };
  return { answer: last.answer, trouble: last.trouble, fresh: last.key === key };
}
