import type { Board } from '@tallystick/registry/contract/board';
import type { Revision } from '@tallystick/registry/contract/channel';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { useState } from 'react';
import { useLive } from '../live/live.tsx';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { BoardAndBuilds } from './board-and-builds.tsx';
import { reasonsFor } from './draft.ts';
import { EffectList } from './effect-list.tsx';
import { effectsOf } from './effects.ts';
import { type ChangeIntent, draftOf, firstChoices, intentWords } from './intent.ts';
import { type Ambiguous, IntentChoices } from './intent-choices.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { usePreview } from './use-preview.ts';
import { useSubmit } from './use-submit.ts';

interface ChangeDialogProps {
  readonly channel: string;
  readonly intent: ChangeIntent;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Shows what a change will do, asks why, and makes it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { channel, intent, onClose } = props;
  return (
    <BoardAndBuilds channel={channel} title={intentWords(intent).title} onClose={onClose}>
      {(board, builds) => (
        <ChangeForm
          {...props}
          board={board}
          builds={builds.filter(({ previewOnly, liveIn }) =>
            // A rollback goes to no other than what was live.
            intent.kind === 'rollback' ? liveIn?.includes(channel) : !previewOnly,
          )}
        />
      )}
    </BoardAndBuilds>
  );
}

interface ChangeFormProps extends ChangeDialogProps {
  readonly board: Board;
  readonly builds: readonly BuildSummary[];
}

function ChangeForm(props: ChangeFormProps) {
  const { channel, intent, board, builds, onClose, onDone } = props;
  const announce = useAnnounce();
  const { refetchAll } = useLive();
  const [choices, setChoices] = useState(() => firstChoices(intent, board, builds));
  const { busy, trouble, moved, lost, submit } = useSubmit(channel);
  const draft = draftOf(intent, choices);
  const preview = usePreview(channel, draft, lost);
  const { title, confirm } = intentWords(intent, choices);
  const { answer } = preview;
  const look = answer?.outcome === 'would-be' ? answer : null;
  const seen = preview.fresh ? look : null;
  // Once the registry has asked for one, the question stays: its answer can be taken back.
  const [unclear, setUnclear] = useState<readonly Ambiguous[]>([]);
  const { cause } = preview.trouble ?? {};
  if (cause?.code === 'ambiguous' && !unclear.some(({ app }) => app === cause.app)) {
    setUnclear([...unclear, cause]);
  }

  async function send(reason: string): Promise<void> {
    if (seen === null) return;
    const made = await submit(seen, reason);
    if (made === null) return;
    announce(doneWords(made));
    refetchAll();
    onDone();
  }

  return (
    <ReasonDialog
      title={title}
      confirm={moved === null ? confirm : strings.change.allTheSame(confirm)}
      disabled={busy || seen === null}
      trouble={trouble}
      onClose={onClose}
      suggestions={reasonsFor[intent.kind]}
      onSend={(reason) => void send(reason)}
    >
      {moved === null ? null : <MovedNotice key={lost} revisions={moved} />}
      <IntentChoices
        intent={intent}
        choices={choices}
        onChoices={setChoices}
        board={board}
        builds={builds}
        unclear={unclear}
      />
      <EffectList
        incomplete={draft === null}
        already={answer?.outcome === 'already' ? answer.revision.revision : null}
        effects={look === null ? null : effectsOf(look.revision, board)}
        arranged={look?.revision.arranged ?? null}
        notes={look?.notes ?? []}
        stale={!preview.fresh}
        trouble={preview.trouble}
      />
    </ReasonDialog>
  );
}

function doneWords({ kind, moves, arranged, revision }: Revision): string {
  const apps = arranged ? [arranged.slot] : moves.map(({ app }) => app);
  return strings.change.done.change(strings.kinds[kind], strings.change.what(apps), revision);
}
