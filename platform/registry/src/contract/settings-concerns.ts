import type { Board } from './board.ts';
import { channelWords } from './channel-words.ts';
import { type Concern, concern, counted, type Remedy } from './concern.ts';

/** Settings of a share of browsers with which more of them fail than of the others. */
export function settingsConcerns(
  { shareComparisons = [] }: Pick<Board, 'shareComparisons'>,
  channel: string,
): Concern[] {
  return shareComparisons.flatMap(({ app, percent, share, others, revision, low }) => {
    if (low <= 0) return [];
    const ours = `${share.failed} of ${counted(share.browsers, 'browser')}`;
    const theirs = `${others.failed} of ${counted(others.browsers, 'other')}`;
    const says = `${app} fails more often with the settings that ${percent} % of browsers have: in ${ours}, and in ${theirs}.`;
    const remedy: Remedy | null =
      revision === null
        ? null
        : {
            ...{ kind: 'undo', app, revision, words: 'Take the settings back' },
            command: `rollback --revision ${revision}${channelWords(channel)}`,
          };
    return [concern('settings', 'failing', app, says, 'The registry leaves it to you.', remedy)];
  });
}
