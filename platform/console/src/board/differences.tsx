import type { Board } from '@tallystick/registry/contract/board';
import type { Move } from '@tallystick/registry/contract/channel';
import { betweenChannels, moreBetween } from '@tallystick/registry/contract/differences';
import { Segments } from '@tallystick/ui/segments';
import { useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import { useBegin } from '../change/begin.tsx';
import { settingsText } from '../change/move-line.tsx';
import { useQuery } from '../live/use-query.ts';
import { BuildName } from '../say/build-name.tsx';
import { KnownBuilds } from '../say/build-names.ts';
import { mayMove, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './differences.module.css';
import { standingOf } from './standing.ts';
import type { OtherBoard } from './use-other-boards.ts';

interface DifferencesProps {
  readonly channel: string;
  readonly board: Board;
  readonly others: readonly OtherBoard[];
}

/** What differs between this channel and another one, and the way to take all of it over from there. */
export function Differences({ channel, board, others }: DifferencesProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const compared = others.filter((other) => other.board.current !== null);
  const other = compared.find((one) => one.channel === chosen) ?? compared[0];
  if (other === undefined || board.current === null) return null;
  const words = strings.board.differences;
  return (
    <Section title={words.title(other.channel)}>
      {compared.length < 2 ? null : (
        <div>
          <Segments
            legend={words.with}
            segments={compared.map((one) => ({ option: one.channel, label: one.channel }))}
            chosen={other.channel}
            onChoose={setChosen}
          />
        </div>
      )}
      <KnownBuilds value={[...board.sources, ...other.board.sources]}>
        <Table channel={channel} board={board} other={other} />
      </KnownBuilds>
    </Section>
  );
}

interface TableProps {
  readonly channel: string;
  readonly board: Board;
  readonly other: OtherBoard;
}

function Table({ channel, board, other }: TableProps) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const openings = useQuery(`openings of ${channel} and ${other.channel}`, (admin, signal) =>
    readOpenings(admin, [other.channel, channel], signal),
  );
  const [from, to] = [other.board.current, board.current];
  if (from === null || to === null) return null;
  const words = strings.board.differences;
  const { pairs, canaries } = betweenChannels(from, to);
  const [there = [], here = []] = openings.value ?? [];
  const more = moreBetween({ current: from, openings: there }, { current: to, openings: here });
  const apps = [...new Set([...pairs, ...canaries].map(({ app }) => app))].sort();
  // What is only here stays as it is.
  const shipped = pairs.filter((pair) => pair.from !== null).map(({ app }) => app);
  const may = shipped.every((app) => mayMove(actor, app, channel));
  if (apps.length + more.length === 0) return <p className={classes.none}>{words.none}</p>;
  return (
    <>
      {apps.length === 0 ? null : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{strings.board.columns.app}</th>
              <th scope="col">{words.on(other.channel)}</th>
              <th scope="col">{words.on(channel)}</th>
            </tr>
          </thead>
          <tbody>
            {apps.map((app) => {
              const move = canaries.find((one) => one.app === app);
              return (
                <tr key={app}>
                  <th scope="row">{app}</th>
                  <Cell
                    build={from.builds[app]}
                    canary={move?.canaryFrom}
                    move={move}
                    side="from"
                  />
                  <Cell build={to.builds[app]} canary={move?.canaryTo} move={move} side="to" />
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {more.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {may && shipped.length > 0 ? (
        <div>
          <Action
            disabled={shipped.some((app) => standingOf(board, app).shut)}
            onClick={() => begin({ kind: 'promote', apps: shipped, from: other.channel })}
          >
            {words.promoteAll(other.channel)}
          </Action>
        </div>
      ) : null}
    </>
  );
}

interface CellProps {
  readonly build: string | undefined;
  readonly canary: Move['canaryFrom'] | undefined;
  readonly move: Move | undefined;
  readonly side: 'from' | 'to';
}

/** What an app is in one of the two: its live build, and of canary and settings what differs. */
function Cell({ build, canary, move, side }: CellProps) {
  return (
    <td>
      {build === undefined ? strings.board.notLive : <BuildName build={build} />}
      {canary ? (
        <span className={classes.more}>
          <Tag tone="next">{strings.board.canary(canary.percent)}</Tag>{' '}
          <BuildName build={canary.build} />
        </span>
      ) : null}
      {move?.settings === undefined ? null : (
        <code className={classes.more}>{settingsText(move.settings[side])}</code>
      )}
    </td>
  );
}

async function readOpenings(admin: Admin, channels: readonly string[], signal: AbortSignal) {
  const answers = await Promise.all(channels.map((channel) => admin.openings(channel, signal)));
  const failed = answers.find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) return failed;
  return { ok: true, value: answers.map((answer) => (answer.ok ? answer.value : [])) } as const;
}
