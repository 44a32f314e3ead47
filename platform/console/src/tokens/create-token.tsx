import { appsOf, type NewToken } from '@tallystick/registry/contract/tokens';
import { Button } from '@tallystick/ui/button';
import { CopyButton } from '@tallystick/ui/copy-button';
import { useState } from 'react';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
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
  const builds = useQuery('builds', (from, signal) => from.builds(null, signal));
  const apps = [...new Set((builds.value ?? []).map(({ app }) => app))].sort();
  const [token, setToken] = useState<Required<Omit<NewToken, 'breakGlass'>>>({
    name: '',
    scope: { kind: 'manager' },
    days: 90,
  });
  const [missing, setMissing] = useState(false);
  const { busy, trouble, run } = useCall();
  const words = strings.tokens;
  const name = token.name.trim();
  const own = token.scope.kind === 'manager' ? [] : appsOf(token.scope);
  const setApps = ([app, ...others]: readonly string[]) =>
    setToken({
      ...token,
      scope:
        app === undefined
          ? { kind: 'manager' }
          : { kind: 'publisher', app, ...(others.length > 0 && { others }) },
    });

  async function send(): Promise<void> {
    setMissing(name === '');
    if (name === '') return;
    const answer = await run(admin.createToken({ ...token, name }));
    if (answer.ok) onMade(answer.value.secret);
  }

  return (
    <FormDialog
      key="new"
      title={words.create}
      confirm={words.create}
      disabled={busy}
      trouble={trouble}
      // The only answer with the secret is on its way.
      onClose={busy ? undefined : onClose}
      onSend={() => void send()}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        problem={missing && name === '' ? words.nameMissing : null}
        data-first
        maxLength={100}
        value={token.name}
        onText={(text) => setToken({ ...token, name: text })}
      />
      <SelectField
        label={words.scope}
        options={[
          { value: '', text: words.manager },
          ...apps.map((app) => ({ value: app, text: words.publisher(app) })),
        ]}
        value={own[0] ?? ''}
        onValue={(app) => setApps(app === '' ? [] : [app])}
      />
      {own.length > 0 && apps.length > 1 ? (
        <fieldset className={classes.others}>
          <legend>{words.others}</legend>
          {apps
            .filter((app) => app !== own[0])
            .map((app) => (
              <label key={app}>
                <input
                  type="checkbox"
                  checked={own.includes(app)}
                  onChange={({ currentTarget }) => {
                    const without = own.filter((one) => one !== app);
                    setApps(currentTarget.checked ? [...own, app] : without);
                  }}
                />
                {app}
              </label>
            ))}
        </fieldset>
      ) : null}
      <SelectField
        label={words.days}
        options={days.map((many) => ({ value: String(many), text: words.daysOf(many) }))}
        value={String(token.days)}
        onValue={(many) => setToken({ ...token, days: Number(many) })}
      />
    </FormDialog>
  );
}
