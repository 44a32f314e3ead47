import { limitsOf, type AppSettings as Settings } from '@tallystick/registry/contract/app-settings';
import { Facts } from '@tallystick/ui/facts';
import { useState } from 'react';
import { useLive } from '../live/live.tsx';
import { useQuery } from '../live/use-query.ts';
import { MomentInFull } from '../say/moment.tsx';
import { count, size } from '../say/numbers.ts';
import { manages, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { Section } from '../ui/section.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

/** Limits of an app, and what a manager approved for it; for managers the way to change them. */
export function AppSettings({ app }: { readonly app: string }) {
  const { actor } = useSignedIn();
  const { refetchAll } = useLive();
  const { value, trouble } = useQuery(`settings of ${app}`, (admin, signal) =>
    admin.settings(app, signal),
  );
  /** What a dialog was opened over; a new object each time. */
  const [opened, setOpened] = useState<{ settings: Settings } | null>(null);
  if (value === null) return <TroubleNotice trouble={trouble} />;
  const limits = limitsOf(value);
  const { changed } = value;
  const words = strings.settings;
  const facts = [
    { name: words.bytes, value: size(limits.bytes) },
    { name: words.files, value: count(limits.files) },
    { name: words.drafts, value: words.draftsOf(limits.drafts, limits.draftHours) },
    {
      name: words.approved,
      value: [...value.connect, ...value.openings, ...value.paths].join(', ') || words.nothing,
    },
    changed !== null && {
      name: words.changed,
      value: (
        <>
          {strings.board.by(changed.by)}, <MomentInFull at={changed.at} />: {changed.reason}
        </>
      ),
    },
  ];
  return (
    <Section title={words.title}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
      {manages(actor) ? (
        <div>
          <Action small onClick={() => setOpened({ settings: value })}>
            {words.change}
          </Action>
        </div>
      ) : null}
      {opened === null ? null : (
        <SettingsDialog
          {...opened}
          onClose={() => {
            // What ends late, of a dialog that was left, closes no other one.
            setOpened((now) => (now === opened ? null : now));
            refetchAll();
          }}
        />
      )}
    </Section>
  );
}
