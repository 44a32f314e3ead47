import type { NewToken } from '@tallystick/registry/contract/tokens';
import { Button } from '@tallystick/shared/ui/button';
import { CopyButton } from '@tallystick/shared/ui/copy-button';
import { useState } from 'react';
import type { Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { useReading } from '../live/use-reading.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { Field, inputClass } from '../ui/field.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './tokens-page.module.css';

const days = [7, 30, 90, 366] as const;

/** Makes a token; then shows its secret, once. */
export function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const words = strings.tokens;
  if (secret === null) return <NewTokenForm onMade={setSecret} onClose={onClose} />;
  return (
    <Dialog key="made" title={words.made}>
      <DialogBody>
        <p role="status">{words.madeHint}</p>
        <p className={classes.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} what={words.secret} worded />
        </p>
      </DialogBody>
      <DialogFoot>
        <Button primary onClick={onClose}>
          {words.copied}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface NewTokenFormProps {
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

function NewTokenForm({ onMade, onClose }: NewTokenFormProps) {
  const admin = useAdmin();
  const builds = useReading('builds', (from, signal) => from.builds(null, signal));
  const apps = [...new Set((builds.value ?? []).map(({ app }) => app))].sort();
  const [token, setToken] = useState<Required<NewToken>>({
    name: '',
    scope: { kind: 'manager' },
    days: 90,
  });
  const [missing, setMissing] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const words = strings.tokens;

  async function send(): Promise<void> {
    setMissing(token.name.trim() === '');
    if (token.name.trim() === '') return;
    const answer = await admin.createToken({ ...token, name: token.name.trim() });
    setTrouble(answer.ok ? null : answer);
    if (answer.ok) onMade(answer.value.secret);
  }

  return (
    <Dialog key="new" title={words.create} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <DialogBody>
          <Field
            label={words.name}
            hint={words.nameHint}
            problem={missing && token.name.trim() === '' ? words.nameMissing : null}
          >
            {({ id, describedBy }) => (
              <input
                id={id}
                data-first
                className={inputClass}
                type="text"
                autoComplete="off"
                maxLength={100}
                aria-describedby={describedBy}
                value={token.name}
                onChange={({ currentTarget }) => setToken({ ...token, name: currentTarget.value })}
              />
            )}
          </Field>
          <Field label={words.scope}>
            {({ id, describedBy }) => (
              <select
                id={id}
                className={inputClass}
                aria-describedby={describedBy}
                value={token.scope.kind === 'manager' ? '' : token.scope.app}
                onChange={({ currentTarget: { value } }) =>
                  setToken({
                    ...token,
                    scope: value === '' ? { kind: 'manager' } : { kind: 'publisher', app: value },
                  })
                }
              >
                <option value="">{words.manager}</option>
                {apps.map((app) => (
                  <option key={app} value={app}>
                    {words.publisher(app)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={words.days}>
            {({ id, describedBy }) => (
              <select
                id={id}
                className={inputClass}
                aria-describedby={describedBy}
                value={token.days}
                onChange={({ currentTarget }) =>
                  setToken({ ...token, days: Number(currentTarget.value) })
                }
              >
                {days.map((many) => (
                  <option key={many} value={many}>
                    {words.daysOf(many)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {trouble === null ? null : <TroubleNotice trouble={trouble} />}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{strings.change.cancel}</Button>
          <Button primary type="submit">
            {words.create}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
