import { expect, it } from 'vitest';
import { shaped } from './shaped.ts';

const notice = {
  id: 7,
  kind: 'moved',
  text: 'Ann promoted a: <!channel> & [this](https://evil.example)',
};

it('is as it is', () => {
  expect(JSON.parse(shaped('plain', notice))).toEqual(notice);
});

it('is text alone for Slack, and calls nobody', () => {
  expect(JSON.parse(shaped('slack', notice))).toEqual({
    text: 'Ann promoted a: &lt;!channel&gt; &amp; [this](https://evil.example)',
  });
});

it('is a card for Teams, without a link', () => {
  expect(JSON.parse(shaped('teams', notice))).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: [
            {
              type: 'TextBlock',
              text: 'Ann promoted a: \\<!channel\\> & \\[this\\]\\(https://evil.example\\)',
            },
          ],
        },
      },
    ],
  });
});
