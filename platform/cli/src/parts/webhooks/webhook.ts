import { webhookShapeSchema, webhookShapes } from '@tallystick/registry/contract/webhook-shape';
import { webhookRoutes } from '@tallystick/registry/parts/webhooks/contract/routes';
import * as v from 'valibot';
import { ago, counted } from '../../command/figures.ts';
import { reasonFor } from '../../command/reason.ts';
import { type Given, reasonOption, type Verb, withOnly } from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

export const webhook: Verb = {
  name: 'webhook',
  takes: 'APP | set APP URL | remove APP',
  summary: "where an app's team is told of it",
  about: `The registry posts there what concerns this app alone: each revision that moves it, what it paused
or took back by itself, and errors that are new in pages. A manager sets the address, https alone;
it is shown to nobody again, and the secret that signs what is sent is shown once, as it is set.
Set it again for another secret.`,
  options: {
    reason: reasonOption,
    shape: { value: 'SHAPE', about: 'slack or teams, where a chat is told; else plain' },
  },
  examples: [
    ['webhook mfe-notes', 'its address and delivery status'],
    ['webhook set mfe-notes https://hooks.example/notes --reason "their chat"', ''],
    ['webhook set mfe-notes https://hooks.slack.com/… --shape slack --reason "their chat"', ''],
    ['webhook remove mfe-notes --reason "they have moved"', ''],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const [first, app, url, ...others] = given.words;
  if (others.length === 0) {
    if (first === 'set' && app !== undefined && url !== undefined)
      return await set(given, app, url);
    if (first === 'remove' && app !== undefined && url === undefined)
      return await remove(withOnly(given, 'webhook remove', 'reason'), app);
    if (first !== undefined && app === undefined) {
      return await show(withOnly(given, 'webhook APP'), first);
    }
  }
  return fail('usage', 'webhook is followed by APP, set APP URL, or remove APP.');
}

async function show({ client, io }: Given, app: string): Promise<Outcome> {
  const state = orFail(await client.call(webhookRoutes.webhook, { params: { app } }));
  const { webhook: hook, waiting, tries, lastTakenAt } = state;
  if (hook === null) return { json: state, text: `${app} has no webhook.` };
  const now = io.now();
  const taken =
    lastTakenAt === null ? 'it has taken nothing yet' : `it took one ${ago(lastTakenAt, now)}`;
  const open =
    waiting === 0
      ? ''
      : `; ${counted(waiting, 'notice waits', 'notices wait')}, tried ${counted(tries, 'time')}`;
  const text = `${app} is told at ${hook.origin}, set ${ago(hook.createdAt, now)} by ${hook.createdBy}: ${taken}${open}.`;
  return { json: state, text };
}

async function set(given: Given, app: string, url: string): Promise<Outcome> {
  const shape = v.safeParse(webhookShapeSchema, given.text('shape') ?? 'plain');
  if (!shape.success) fail('usage', `--shape is one of: ${webhookShapes.join(', ')}.`);
  const body = { url, shape: shape.output, reason: await reasonFor(given) };
  const made = orFail(await given.client.call(webhookRoutes.setWebhook, { params: { app }, body }));
  if (made.note !== null) given.io.note(made.note);
  given.io.note(
    `${app} is told at ${made.webhook.origin}. The secret that signs it is shown this once:`,
  );
  return { json: made, text: made.secret };
}

async function remove(given: Given, app: string): Promise<Outcome> {
  const body = { reason: await reasonFor(given) };
  orFail(await given.client.call(webhookRoutes.removeWebhook, { params: { app }, body }));
  return { json: { app }, text: `${app} has no webhook any more.` };
}
