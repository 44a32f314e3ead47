import { every } from '@tallystick/store/repeat';
import type { PartContext } from '../../src/part/part.ts';
import { assess } from './assess.ts';
import { figuresGivenOut, readPresent, withKept } from './channel-health.ts';
import { keepRates } from './kept.ts';
import { countUnended } from './page-beginnings.ts';
import { climb } from './ramps.ts';
import { openResponse } from './respond.ts';
import type { HealthSettings } from './settings.ts';

/** Looks at what browsers say of the builds of each channel, and does what the rule says. */
export function openWatch(context: PartContext, settings: HealthSettings) {
  const { db, audit, flushReports, watchPace, now, log } = context;
  const respond = openResponse(context, settings);
  let trouble = false;

  /** @param note takes an error of a write whose failure keeps nothing else from being done */
  async function lookAt(channel: string, note: (error: unknown) => void): Promise<void> {
    const replay = await audit.follow();
    const at = now();
    const present = await readPresent(db, replay, channel, settings, at);
    if (present === null) return;
    const { window } = settings;
    await keepRates(db, channel, figuresGivenOut(present), { now: at, window }).catch(note);
    if (settings.mode === 'off') return;
    const health = await withKept(db, present, settings, at);
    for (const finding of assess(settings.rule, health)) {
      // The other findings are of the channel as it was before it moved.
      if (await respond(health, finding, at, note)) return;
    }
    await climb(context, replay, health, settings, at);
  }

  async function lookAll(): Promise<void> {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    // A failed write of reports keeps nothing from being judged, and no channel depends on another.
    await flushReports().catch(note);
    await countUnended(db, settings.perNetwork, now()).catch(note);
    const channels = await audit.follow().then(({ channels }) => [...channels.keys()], note);
    for (const channel of channels ?? []) await lookAt(channel, note).catch(note);
    const wasTrouble = trouble;
    trouble = failures.length > 0;
    if (!trouble) return;
    // The next look tries again; log only the first failure.
    if (!wasTrouble)
      log(`The health of builds cannot be judged as it should be now: ${failures[0]}`);
    throw failures[0];
  }

  const looks = every(watchPace, lookAll);
  return {
    /** Looks at every channel, with all that was reported until now. */
    look: looks.again,
    close: looks.close,
  };
}
