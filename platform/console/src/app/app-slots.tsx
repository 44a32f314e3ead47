import type { SlotState } from '@tallystick/registry/contract/slot-state';
import { useBegin } from '../change/begin.tsx';
import type { SlotIntent } from '../change/intent.ts';
import { useQuery } from '../live/use-query.ts';
import { BuildName } from '../say/build-name.tsx';
import { manages, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import rows from '../ui/rows.module.css';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/tag.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';

interface AppSlotsProps {
  readonly channel: string;
  readonly app: string;
}

/** What other apps bring into the slots of this one, in their order; for managers the way to change that. */
export function AppSlots({ channel, app }: AppSlotsProps) {
  const { value, trouble } = useQuery(`slots ${channel}`, (admin, signal) =>
    admin.slots(channel, signal),
  );
  if (value === null) return <TroubleNotice trouble={trouble} />;
  return value
    .filter((slot) => slot.app === app)
    .map((slot) => <Slot key={slot.slot} channel={channel} {...slot} />);
}

function Slot({ channel, slot, widgets }: SlotState & { channel: string }) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const words = strings.app.slots;
  const names = widgets.map(({ name }) => name);
  const change = (what: Partial<SlotIntent>) =>
    begin({ kind: 'slots', slot, hide: [], show: [], ...what });
  const upwards = (at: number) => [
    ...names.slice(0, at - 1),
    ...names.slice(at - 1, at + 1).reverse(),
    ...names.slice(at + 1),
  ];
  return (
    <Section title={words.title(slot)} none={widgets.length === 0 && words.none}>
      <ol className={rows.list}>
        {widgets.map(({ name, build, hidden }, at) => (
          <li key={name} className={rows.row}>
            <p className={rows.name}>
              {name} <BuildName build={build} />
              {hidden ? <Tag tone="warning">{words.hidden}</Tag> : null}
            </p>
            {!manages(actor, channel) ? null : (
              <div className={rows.actions}>
                <Action
                  small
                  aria-label={words.of(hidden ? words.show : words.hide, name)}
                  onClick={() => change(hidden ? { show: [name] } : { hide: [name] })}
                >
                  {hidden ? words.show : words.hide}
                </Action>
                {at === 0 ? null : (
                  <Action
                    small
                    aria-label={words.of(words.up, name)}
                    onClick={() => change({ order: upwards(at) })}
                  >
                    {words.up}
                  </Action>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
