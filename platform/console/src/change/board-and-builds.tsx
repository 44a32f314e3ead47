import type { Board } from '@tallystick/registry/contract/board';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { Spinner } from '@tallystick/ui/spinner';
import type { ReactNode } from 'react';
import { useQuery } from '../live/use-query.ts';
import { KnownBuilds } from '../say/build-names.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/dialog.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';

interface BoardAndBuildsProps {
  readonly channel: string;
  /** The heading of the dialog. */
  readonly title: string;
  readonly onClose: () => void;
  /** The dialog, once both are read; builds are newest first. */
  readonly children: (board: Board, builds: readonly BuildSummary[]) => ReactNode;
}

/** Reads what a dialog about builds of a channel needs; until then a dialog of the same title waits. */
export function BoardAndBuilds({ channel, title, onClose, children }: BoardAndBuildsProps) {
  const board = useQuery(`board ${channel}`, (admin, signal) => admin.board(channel, signal));
  const builds = useQuery('builds', (admin, signal) => admin.builds(null, signal));
  if (board.value !== null && builds.value !== null) {
    return <KnownBuilds value={builds.value}>{children(board.value, builds.value)}</KnownBuilds>;
  }
  const trouble = board.trouble ?? builds.trouble;
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {trouble === null ? <Spinner text={strings.wait} /> : null}
        <TroubleNotice trouble={trouble} />
      </DialogBody>
    </Dialog>
  );
}
