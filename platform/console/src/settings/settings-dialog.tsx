import { type AppSettings, limitNames } from '@tallystick/registry/contract/app-settings';
import { useState } from 'react';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { reasonsFor } from '../change/draft.ts';
import { ReasonDialog } from '../change/reason-dialog.tsx';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { TextField } from '../ui/field.tsx';
import { highestTyped, limitOf, settingsOf, typedOf, typedOver } from './typed-settings.ts';

interface SettingsDialogProps {
  /** As they were when the dialog was opened. */
  readonly settings: AppSettings;
  readonly onClose: () => void;
}

/**
 * Changes limits and approvals of an app. If somebody else has changed them meanwhile, this change is refused and
 * theirs is shown. Fields that were not typed in here take their values, and the form can be sent again.
 */
export function SettingsDialog({ settings, onClose }: SettingsDialogProps) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const [before, setBefore] = useState(settings);
  const [typed, setTyped] = useState(() => typedOf(settings));
  const { busy, trouble, run } = useCall();
  const words = strings.settings;

  async function send(reason: string): Promise<void> {
    const wanted = settingsOf(typed, reason);
    if (wanted === null) return;
    const answer = await run(admin.changeSettings(before.app, before.revision, wanted));
    if (answer.ok) {
      announce(words.done(before.app));
      onClose();
    } else if (answer.code === 'moved') {
      const newest = await admin.settings(before.app);
      if (!newest.ok) return;
      // `now` has what was typed during the calls: the fields stay open meanwhile.
      setTyped((now) => typedOver(now, before, newest.value));
      setBefore(newest.value);
    }
  }
  const { changed } = before;

  return (
    <ReasonDialog
      title={words.of(before.app)}
      confirm={words.change}
      disabled={busy}
      trouble={trouble}
      onClose={onClose}
      suggestions={reasonsFor.settings}
      onSend={(reason) => void send(reason)}
    >
      {limitNames.map((name) => (
        <TextField
          key={name}
          label={words.field[name]}
          hint={words.limitHint(highestTyped(name))}
          problem={limitOf(name, typed[name]) === null ? words.noLimit(highestTyped(name)) : null}
          inputMode="decimal"
          value={typed[name]}
          onText={(text) => setTyped((now) => ({ ...now, [name]: text }))}
        />
      ))}
      <TextField
        label={words.approved}
        hint={words.approvedHint}
        value={typed.approved}
        onText={(approved) => setTyped((now) => ({ ...now, approved }))}
      />
      {changed !== null && before !== settings ? (
        <p>{words.changedMeanwhile(changed.by, changed.reason)}</p>
      ) : null}
    </ReasonDialog>
  );
}
