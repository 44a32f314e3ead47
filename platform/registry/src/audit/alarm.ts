import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import { send } from '../notice/send.ts';

/** Between two looks, in milliseconds. */
const pace = 5_000;

/**
 * Follows the audit log and reads a page of it again at each look. What is wrong is logged, and sent
 * to the webhook until that has taken it; never by way of the database, whose writer could take it out.
 */
export function openAlarm({ audit, webhook, log, now }: Context) {
  let logged = '';
  let sent = '';

  async function look(): Promise<void> {
    await audit.follow();
    await audit.sweep();
    const problems = audit.problems();
    const text = problems.join('\n');
    if (text !== logged) {
      log(problems.length === 0 ? 'History is whole again.' : `History is not whole: ${text}.`);
      logged = text;
    }
    if (webhook === undefined || text === sent) return;
    const at = new Date(now()).toISOString();
    const body = JSON.stringify({ kind: 'history', at, whole: problems.length === 0, problems });
    if (await send(webhook, `history ${at}`, body)) sent = text;
  }

  return every(pace, look);
}
