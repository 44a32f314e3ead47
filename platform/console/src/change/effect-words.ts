import type { Canary } from '@tallystick/registry/contract/channel';
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

  if (canaryTo !== null) lines.push(...canaryWords(canaryFrom, canaryTo, nameOf(canaryTo.build)));
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

function canaryWords(from: Canary | null, { build, percent, ramp }: Canary, name: string) {
  const words = strings.change;
  const isSame = from?.build === build;
  const share = !isSame
    ? words.canaryStarts(percent, name)
    : from.percent === percent
      ? words.ramp.stays(percent, name)
      : words.canaryMoves(from.percent, percent, name);
  if (ramp === undefined) return [share];
  return [share, ramp.paused ? words.ramp.paused(percent) : words.ramp.goesOn(ramp.steps)];
}
