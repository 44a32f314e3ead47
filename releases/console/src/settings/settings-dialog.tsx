import type { AppSettings } from '@tallystick/registry/contract/app-settings';
import { useState } from 'react';
import { useAdmin } from '../admin/use-admin.ts';
import { useCall } from '../admin/use-call.ts';
import { isReason, reasonsFor } from '../change/draft.ts';
import { ReasonField } from '../change/reason-field.tsx';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { highestTyped, limitNames, limitOf, settingsOf, typedOf } from './typed-settings.ts';

interface SettingsDialogProps {
  /** As they were when the dialog was opened; a change by somebody else meanwhile is refused. */
  readonly settings: AppSettings;
  readonly onClose: () => void;
}

/** Changes limits and approvals of an app. */
export function SettingsDialog({ settings, onClose }: SettingsDialogProps) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const [before] = useState(settings);
  const [typed, setTyped] = useState(() => typedOf(settings));
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, trouble, run } = useCall();
  const words = strings.settings;

  async function send(): Promise<void> {
    setMissing(!isReason(reason));
    const wanted = settingsOf(typed, reason);
    if (!isReason(reason) || wanted === null) return;
    const answer = await run(admin.changeSettings(before.app, before.revision, wanted));
    if (!answer.ok) return;
    announce(words.done(before.app));
    onClose();
  }

  return (
    <FormDialog
      title={words.of(before.app)}
      confirm={words.change}
      disabled={busy}
      trouble={trouble}
      onClose={onClose}
      onSend={() => void send()}
    >
      {limitNames.map((name) => (
        <TextField
          key={name}
          label={words.field[name]}
          hint={words.limitHint(highestTyped(name))}
          problem={limitOf(name, typed[name]) === null ? words.noLimit(highestTyped(name)) : null}
          inputMode="decimal"
          value={typed[name]}
          onText={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
      <TextField
        label={words.approved}
        hint={words.approvedHint}
        value={typed.approved}
        onText={(approved) => setTyped({ ...typed, approved })}
      />
      <ReasonField
        suggestions={reasonsFor.settings}
        reason={reason}
        onReason={setReason}
        missing={missing && !isReason(reason)}
      />
    </FormDialog>
  );
}
