import type { Board } from '@tallystick/registry/contract/board';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { trainRoutes } from '@tallystick/registry/parts/trains/contract/routes';
import { serverNow } from '@tallystick/timing/server-clock';
import { useState } from 'react';
import { useAdmin, useCall } from '../../admin/use-admin.ts';
import { BoardAndBuilds } from '../../change/board-and-builds.tsx';
import { BuildChoices } from '../../change/build-choices.tsx';
import { firstChoices } from '../../change/intent.ts';
import { ReasonDialog } from '../../change/reason-dialog.tsx';
import { useLive } from '../../live/live.tsx';
import { formatExactly } from '../../say/moment.tsx';
import { Action } from '../../ui/action.tsx';
import { useAnnounce } from '../../ui/announcements.tsx';
import { MomentField, momentIn, momentText } from '../../ui/moment-field.tsx';
import type { SetActionProps } from '../set-action.ts';
import { words } from './words.ts';

/** How long from now a train leaves, in milliseconds, if nobody chooses. */
const suggested = 24 * 3_600_000;

/** Plans a train of the selected apps. */
export function PlanTrain({ channel, apps, onDone }: SetActionProps) {
  const [begun, setBegun] = useState(false);
  const close = () => setBegun(false);
  return (
    <>
      <Action onClick={() => setBegun(true)}>{words.plan}</Action>
      {begun ? (
        <BoardAndBuilds channel={channel} title={words.planOf(apps.join(', '))} onClose={close}>
          {(board, builds) => (
            <PlanForm
              channel={channel}
              apps={apps}
              board={board}
              builds={builds.filter(({ previewOnly }) => !previewOnly)}
              onClose={close}
              onDone={() => {
                close();
                onDone();
              }}
            />
          )}
        </BoardAndBuilds>
      ) : null}
    </>
  );
}

interface PlanFormProps extends SetActionProps {
  readonly board: Board;
  readonly builds: readonly BuildSummary[];
  readonly onClose: () => void;
}

function PlanForm({ channel, apps, board, builds, onClose, onDone }: PlanFormProps) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const { refetchAll } = useLive();
  const { busy, trouble, run } = useCall();
  const [chosen, setChosen] = useState(
    () => firstChoices({ kind: 'promote', apps: [...apps] }, board, builds).builds,
  );
  const [typed, setTyped] = useState(() => momentText(serverNow() + suggested));
  const at = momentIn(typed);
  const isChosen = apps.every((app) => chosen[app] !== undefined);

  async function send(reason: string): Promise<void> {
    if (at === null) return;
    const body = { builds: chosen, at, reason };
    const planned = await run(admin.ask(trainRoutes.planTrain, { params: { channel }, body }));
    if (!planned.ok) return;
    announce(words.planned(formatExactly(planned.value.at)));
    refetchAll();
    onDone();
  }

  return (
    <ReasonDialog
      title={words.planOf(apps.join(', '))}
      confirm={words.plan}
      disabled={busy || at === null || !isChosen}
      trouble={trouble}
      onClose={onClose}
      suggestions={words.reasons}
      onSend={(reason) => void send(reason)}
    >
      <p>{words.means}</p>
      <BuildChoices
        apps={apps}
        goesBack={false}
        board={board}
        builds={builds}
        chosen={chosen}
        onChosen={setChosen}
      />
      <MomentField label={words.at} missing={words.missing} text={typed} onText={setTyped} />
    </ReasonDialog>
  );
}
