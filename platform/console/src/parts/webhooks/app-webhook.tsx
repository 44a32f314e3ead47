import { webhookRoutes } from '@tallystick/registry/parts/webhooks/contract/routes';
import { Facts } from '@tallystick/ui/facts';
import { useQuery } from '../../live/use-query.ts';
import { Moment } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import { Section } from '../../ui/section.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { words } from './words.ts';

/** Where the team of an app is told of it, and whether that takes what it is told. */
export function AppWebhook({ app }: { readonly app: string }) {
  const { value, trouble } = useQuery(`webhook of ${app}`, (admin, signal) =>
    admin.ask(webhookRoutes.webhook, { params: { app } }, signal),
  );
  if (value === null) return <TroubleNotice trouble={trouble} />;
  const { webhook, waiting, tries, lastTakenAt } = value;
  const facts =
    webhook === null
      ? []
      : [
          { name: words.where, value: webhook.origin },
          {
            name: words.set,
            value: (
              <>
                {strings.board.by(webhook.createdBy)}, <Moment at={webhook.createdAt} />:{' '}
                {webhook.reason}
              </>
            ),
          },
          {
            name: words.taken,
            value: lastTakenAt === null ? words.never : <Moment at={lastTakenAt} />,
          },
          ...(waiting === 0 ? [] : [{ name: words.waiting, value: words.tried(waiting, tries) }]),
        ];
  return (
    <Section title={words.title} none={webhook === null && words.none(app)}>
      <Facts facts={facts} />
    </Section>
  );
}
