import type { Mail, Post } from './mail.ts';

const kept = 50;

export interface OutboxMessage extends Mail {
  /** When it was taken, ISO 8601. */
  at: string;
}

/** Keeps the last messages in memory instead of sending them, newest first. */
export interface Outbox extends Post {
  readonly messages: readonly OutboxMessage[];
}

/** `now`: milliseconds since 1970. */
export function createOutbox(now: () => number): Outbox {
  let messages: OutboxMessage[] = [];
  return {
    get messages() {
      return messages;
    },
    send(mail) {
      messages = [{ ...mail, at: new Date(now()).toISOString() }, ...messages].slice(0, kept);
      return true;
    },
    close: async () => {},
  };
}

/** The outbox as a page without script or style. */
export function outboxPage(messages: readonly OutboxMessage[], productName: string): string {
  const title = `Outbox of ${escapeHtml(productName)}`;
  const articles = messages.map(
    ({ to, subject, text, at }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, <time>${at}</time></p><pre>${escapeHtml(text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>No mail server is set (SMTP_URL), so messages wait here, for this machine only. Reload to see new ones.</p>${articles.join('') || '<p>Nothing yet.</p>'}</html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
