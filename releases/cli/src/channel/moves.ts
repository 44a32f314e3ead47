import type { Move, Revision } from '@tallystick/registry/contract/channel';
import type { Io } from '../io.ts';

/** What a revision did, or would do: one line for each app. */
export function describeMoves({ moves, recalled, kind }: Revision, io: Io): string[] {
  const width = Math.max(0, ...moves.map(({ app }) => app.length));
  return moves.map((move) => {
    const left = move.from !== null && move.from !== move.to;
    const recalls =
      left && recalled.some(({ app, build }) => app === move.app && build === move.from);
    const urgent = recalls && kind === 'recall' ? io.paint('bad', ', recalled') : '';
    return `${io.paint('strong', move.app.padEnd(width))}  ${describeMove(move, io)}${urgent}`;
  });
}

function describeMove({ from, to, canaryFrom, canaryTo }: Move, io: Io): string {
  const arrow = io.paint('quiet', '→');
  const parts: string[] = [];
  if (from !== to) parts.push(`${from ?? 'not there'} ${arrow} ${to ?? 'not there'}`);
  const before = canaryFrom === null ? null : `${canaryFrom.build} for ${canaryFrom.percent} %`;
  const after = canaryTo === null ? null : `${canaryTo.build} for ${canaryTo.percent} %`;
  if (before !== after) {
    parts.push(
      after === null ? `canary ${before} ends` : `canary ${before ?? 'none'} ${arrow} ${after}`,
    );
  }
  return parts.length === 0 ? 'stays' : parts.join(', ');
}
