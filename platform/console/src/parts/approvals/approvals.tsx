import type {
  ApprovalAnswer,
  Approvals as State,
} from '@tallystick/registry/parts/approvals/contract/approvals';
import { approvalRoutes } from '@tallystick/registry/parts/approvals/contract/routes';
import { useState } from 'react';
import { useAdmin } from '../../admin/use-admin.ts';
import { MoveLine } from '../../change/move-line.tsx';
import { useLive } from '../../live/live.tsx';
import { useQuery } from '../../live/use-query.ts';
import { Moment } from '../../say/moment.tsx';
import { mayMove, useSignedIn } from '../../session/signed-in.ts';
import { strings } from '../../strings.ts';
import { Action } from '../../ui/action.tsx';
import { EndingDialog } from '../../ui/ending-dialog.tsx';
import page from '../../ui/page.module.css';
import rows from '../../ui/rows.module.css';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { words } from './words.ts';

type Waiting = State['waiting'][number];
type Task = { waiting: Waiting; answer: ApprovalAnswer['answer'] };

/** The changes of a channel that wait for a second person; nothing where none does. */
export function Approvals({ channel }: { readonly channel: string }) {
  const { value, at, trouble } = useQuery(`approvals ${channel}`, (from, signal) =>
    from.ask(approvalRoutes.approvals, { params: { channel } }, signal),
  );
  const { refetchAll } = useLive();
  const [task, setTask] = useState<Task | null>(null);
  if (
    trouble?.code === 'no-call' ||
    (trouble === null && !value?.waiting.length && task === null)
  ) {
    return null;
  }
  // What ends late, of a dialog that was left, closes no other one.
  const close = () => {
    setTask((now) => (now === task ? null : now));
    refetchAll();
  };
  return (
    <section className={page.page}>
      <h2>{words.title}</h2>
      <TroubleNotice trouble={trouble} shownAt={at} />
      <ul className={rows.list}>
        {(value?.waiting ?? []).map((waiting) => (
          <WaitingRow key={waiting.id} waiting={waiting} onTask={setTask} />
        ))}
      </ul>
      {task === null ? null : <AnswerDialog key={task.waiting.id} task={task} onClose={close} />}
    </section>
  );
}

interface WaitingRowProps {
  readonly waiting: Waiting;
  readonly onTask: (task: Task) => void;
}

function WaitingRow({ waiting, onTask }: WaitingRowProps) {
  const { actor } = useSignedIn();
  const { by, at, change, wouldBe, own } = waiting;
  const may = wouldBe.moves.every(({ app }) => mayMove(actor, app, waiting.channel));
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.name}>
          <strong>“{change.reason}”</strong>
        </p>
        {wouldBe.moves.map((move) => (
          <MoveLine key={move.app} move={move} />
        ))}
        <p className={rows.facts}>
          <span>
            {strings.board.by(by)}, <Moment at={at} />
          </span>
          {own ? <span>{words.own}</span> : null}
        </p>
      </div>
      <div className={rows.actions}>
        {own || !may ? null : (
          <Action
            primary
            aria-label={words.approveOf(appsOf(waiting), by)}
            onClick={() => onTask({ waiting, answer: 'approve' })}
          >
            {words.approve}
          </Action>
        )}
        {own || may ? (
          <Action
            aria-label={words.declineOf(appsOf(waiting), by)}
            onClick={() => onTask({ waiting, answer: 'decline' })}
          >
            {own ? words.takeBack : words.decline}
          </Action>
        ) : null}
      </div>
    </li>
  );
}

function AnswerDialog({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const admin = useAdmin();
  const { waiting, answer } = task;
  const { id, channel, by, change } = waiting;
  const apps = appsOf(waiting);
  const approves = answer === 'approve';
  const body: ApprovalAnswer = approves ? { answer } : { answer, reason: words.declined(apps) };
  return (
    <EndingDialog
      title={approves ? words.approveOf(apps, by) : words.declineOf(apps, by)}
      confirm={approves ? words.approve : words.decline}
      end={() => admin.ask(approvalRoutes.answerApproval, { params: { channel, id }, body })}
      ended={approves ? words.approved(apps) : words.declined(apps)}
      onClose={onClose}
    >
      <p>“{change.reason}”</p>
      {waiting.wouldBe.moves.map((move) => (
        <MoveLine key={move.app} move={move} />
      ))}
      {approves ? <p>{words.approveMeans}</p> : null}
    </EndingDialog>
  );
}

const appsOf = ({ wouldBe }: Waiting) => wouldBe.moves.map(({ app }) => app).join(', ');
