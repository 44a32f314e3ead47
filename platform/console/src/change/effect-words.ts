import { strings } from '../strings.ts';
import type { Effect } from './effects.ts';

/** What an effect means for browsers and open tabs, a sentence each. */
export function effectWords(effect: Effect, nameOf: (build: string) => string): string[] {
  const { from, to, canaryFrom, canaryTo, settings, left, previews } = effect;
  const words = strings.change;
  const lines: string[] = [];
  if (to === null) lines.push(words.removed);
  else if (from === null) lines.push(`${words.first} ${words.everybody}`);
  else if (from !== to) lines.push(words.everybody);

  if (canaryTo !== null) {
    const goesOn = canaryFrom?.build === canaryTo.build;
    lines.push(
      goesOn
        ? words.canaryMoves(canaryFrom.percent, canaryTo.percent, nameOf(canaryTo.build))
        : words.canaryStarts(canaryTo.percent, nameOf(canaryTo.build)),
    );
  }
  if (canaryFrom !== null && canaryFrom.build === to) {
    lines.push(words.canaryBecomesLive(canaryFrom.percent));
  } else if (canaryFrom !== null && canaryFrom.build !== canaryTo?.build) {
    lines.push(words.canaryEnds(canaryFrom.percent, nameOf(canaryFrom.build)));
  }
  if (settings) {
    const { share, now } = settings.to ?? {};
    lines.push(words.settings.takesAll);
    if (share) lines.push(words.settings.takesShare(share.percent));
    if (now !== undefined && now !== settings.from?.now) lines.push(words.settings.takesNow);
  }
  if (lines.length === 0 && canaryFrom === null) lines.push(words.resumes);
  return [
    ...lines,
    ...left.map(({ build, tabs, recalled }) => words.tabsLeave(tabs, nameOf(build), recalled)),
    ...(previews.length === 0 ? [] : [words.previewsEnd(previews.map(nameOf))]),
  ];
}
