import { trainRoutes } from '@tallystick/registry/parts/trains/contract/routes';
import type { Train } from '@tallystick/registry/parts/trains/contract/train';
import { useState } from 'react';
import { useAdmin, useCall } from '../../admin/use-admin.ts';
import { ReasonDialog } from '../../change/reason-dialog.tsx';
import { useLive } from '../../live/live.tsx';
import { useQuery } from '../../live/use-query.ts';
import { BuildName } from '../../say/build-name.tsx';
import { formatExactly, Moment } from '../../say/moment.tsx';
import { mayMove, useSignedIn } from '../../session/signed-in.ts';
import { strings } from '../../strings.ts';
import { Action } from '../../ui/action.tsx';
import { useAnnounce } from '../../ui/announcements.tsx';
import rows from '../../ui/rows.module.css';
import { Section } from '../../ui/section.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { words } from './words.ts';

/** So many that have ended are shown. */
const few = 3;

/** The trains of a channel: those that are planned, the next one first, and what became of the last ones. */
export function Trains({ channel }: { readonly channel: string }) {
  const { value, at, trouble } = useQuery(`trains ${channel}`, (from, signal) =>
    from.ask(trainRoutes.trains, { params: { channel } }, signal),
  );
  const { refetchAll } = useLive();
  const [leaving, setLeaving] = useState<Train | null>(null);
  if (trouble?.code === 'no-call' || (trouble === null && !value?.length)) return null;
  const isPlanned = ({ state }: Train) => state === 'planned';
  const planned = (value ?? [])
    .filter(isPlanned)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const ended = (value ?? []).filter((train) => !isPlanned(train)).slice(0, few);
  // What ends late, of a dialog that was left, closes no other one.
  const close = () => {
    setLeaving((now) => (now === leaving ? null : now));
    refetchAll();
  };
  return (
    <Section title={words.title}>
      <TroubleNotice trouble={trouble} shownAt={at} />
      <ul className={rows.list} aria-label={words.title}>
        {[...planned, ...ended].map((train) => (
          <TrainRow key={train.id} train={train} onCancel={() => setLeaving(train)} />
        ))}
      </ul>
      {leaving === null ? null : <CancelDialog key={leaving.id} train={leaving} onClose={close} />}
    </Section>
  );
}

const tones = { planned: 'next', left: 'good', refused: 'danger', cancelled: 'plain' } as const;
const appsOf = ({ builds }: Train) => Object.keys(builds).join(', ');

function TrainRow({ train, onCancel }: { readonly train: Train; readonly onCancel: () => void }) {
  const { actor } = useSignedIn();
  const { channel, builds, at, by, plannedAt, reason, state, revision, problem } = train;
  const may = Object.keys(builds).every((app) => mayMove(actor, app, channel));
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.name}>
          <Tag tone={tones[state]}>{words.states[state]}</Tag>
          <strong>{formatExactly(at)}</strong>
          <span>“{reason}”</span>
        </p>
        <p className={rows.name}>
          {Object.entries(builds).map(([app, build]) => (
            <span key={app}>
              {app} <BuildName build={build} />
            </span>
          ))}
        </p>
        <p className={rows.facts}>
          <span>
            {strings.board.by(by)}, <Moment at={plannedAt} />
          </span>
          {revision === undefined ? null : (
            <span>{words.as(strings.change.revision(revision))}</span>
          )}
          {problem === undefined ? null : <span>{problem}</span>}
        </p>
      </div>
      {state === 'planned' && may ? (
        <Action small aria-label={words.cancelOf(appsOf(train))} onClick={onCancel}>
          {words.cancel}
        </Action>
      ) : null}
    </li>
  );
}

function CancelDialog({ train, onClose }: { readonly train: Train; readonly onClose: () => void }) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const { busy, trouble, run } = useCall();
  const { id, channel, at } = train;
  async function send(reason: string): Promise<void> {
    const body = { reason };
    const { ok } = await run(admin.ask(trainRoutes.cancelTrain, { params: { channel, id }, body }));
    if (!ok) return;
    announce(words.cancelled);
    onClose();
  }
  return (
    <ReasonDialog
      title={words.cancelOf(appsOf(train))}
      confirm={words.cancelOf(appsOf(train))}
      disabled={busy}
      trouble={trouble}
      onClose={onClose}
      suggestions={words.cancelReasons}
      onSend={(reason) => void send(reason)}
    >
      <p>
        {words.leaves} {formatExactly(at)}
      </p>
    </ReasonDialog>
  );
}
