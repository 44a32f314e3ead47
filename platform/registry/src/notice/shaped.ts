import * as v from 'valibot';
import type { WebhookShape } from '../contract/webhook-shape.ts';

const noticeSchema = v.looseObject({ text: v.string() });

/** The body that a receiver gets of a notice. A chat gets the text alone, in which nothing is a link or calls anybody. */
export function shaped(shape: WebhookShape, notice: object): string {
  if (shape === 'plain') return JSON.stringify(notice);
  const { text } = v.parse(noticeSchema, notice);
  return JSON.stringify(shape === 'slack' ? { text: forSlack(text) } : cardOf(forTeams(text)));
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const forTeams = (text: string) => text.replaceAll(/[\\`*_[\]()#>~|<]/g, '\\$&');

/** What a workflow of Teams takes, for "When a Teams webhook request is received". */
const cardOf = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text, wrap: true }],
      },
    },
  ],
});
