import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import { send } from '../notice/send.ts';

/** Time between two checks, in milliseconds. */
const pace = 5_000;

/**
 * Follows the audit log, and reads a page of it again at each check. Problems are logged, and sent to the webhook until
 * it accepts them. They never go through the database: whoever can write there could delete them.
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
