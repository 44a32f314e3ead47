import type { Revision } from '@tallystick/registry/contract/channel';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { useId } from 'react';
import { useGoTo } from '../address/use-route.ts';
import { ChannelLine } from '../board/channel-line.tsx';
import { PageTitle } from '../frame/page-title.tsx';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { inputClass } from '../ui/field.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './history-page.module.css';
import { Timeline } from './timeline.tsx';
import { type ReadPage, usePages } from './use-pages.ts';
import { Verify } from './verify.tsx';

const pageLength = 25;

interface HistoryPageProps {
  readonly channel: string;
  /** Only what moved this app. */
  readonly app: string | null;
}

/** What was done to a channel, newest first. */
export function HistoryPage({ channel, app }: HistoryPageProps) {
  const board = useQuery(`board ${channel}`, (admin, signal) => admin.board(channel, signal));
  const apps = new Set([...(board.value?.apps ?? []), ...(app === null ? [] : [app])]);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageTitle text={strings.history.title} />
        <AppFilter channel={channel} app={app} apps={[...apps].sort()} />
      </div>
      {board.value === null ? null : <ChannelLine board={board.value} />}
      <Verify />
      <Revisions key={`${channel} ${app}`} channel={channel} app={app} />
    </div>
  );
}

function Revisions({ channel, app }: HistoryPageProps) {
  const { seen, at, trouble, busy, loadMore } = usePages(
    `history ${channel} ${app}`,
    readHistory(channel, app),
    ({ revision }) => revision,
  );
  return (
    <>
      <TroubleNotice trouble={trouble} shownAt={at} />
      {seen === null ? (
        trouble === null ? (
          <Spinner text={strings.wait} />
        ) : null
      ) : seen.items.length === 0 ? (
        <p>{app === null ? strings.history.empty : strings.history.emptyFor(app)}</p>
      ) : (
        <Timeline channel={channel} revisions={seen.items} app={app} level={2} />
      )}
      {seen?.next == null ? null : (
        <div>
          <Action disabled={busy} onClick={() => void loadMore()}>
            {busy ? strings.wait : strings.history.more}
          </Action>
        </div>
      )}
    </>
  );
}

function readHistory(channel: string, app: string | null): ReadPage<Revision> {
  return async (admin, before, signal) => {
    const answer = await admin.history(channel, { app, before, limit: pageLength }, signal);
    if (!answer.ok) return answer;
    const { revisions: items, next } = answer.value;
    return { ok: true, value: { items, next } };
  };
}

interface AppFilterProps extends HistoryPageProps {
  readonly apps: readonly string[];
}

function AppFilter({ channel, app, apps }: AppFilterProps) {
  const goTo = useGoTo();
  const id = useId();
  return (
    <div className={classes.filter}>
      <label htmlFor={id}>{strings.history.filter}</label>
      <select
        id={id}
        className={inputClass}
        value={app ?? ''}
        onChange={({ currentTarget }) =>
          goTo({ page: 'history', app: currentTarget.value || null, channel })
        }
      >
        <option value="">{strings.history.everyApp}</option>
        {apps.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
