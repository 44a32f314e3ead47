import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import type { TabReport } from '@tallystick/shared/contracts/release-news';
import type { Clock } from '@tallystick/shared/machine/clock';
import type { Fields } from '../fields/fields.ts';
import { inUse } from '../ladder/in-use.ts';
import { watchLadder } from '../ladder/watch.ts';
import type { ReleaseInUse } from '../routing/release-in-use.ts';
import type { Site } from '../routing/site.ts';
import type { ReleaseAnswer } from './ask-release.ts';
import { type TabEffect, type TabInput, type TabTimer, transition } from './machine.ts';
import { createNewsLine } from './news-line.ts';
import type { ConnectNews } from './news-stream.ts';
import { keepPlace } from './place.ts';
import { createReports } from './reports.ts';
import { initialState, type Release, sameBuilds } from './state.ts';
import { watchUserActivity } from './user-activity.ts';

/** What the notices are to say; titles are what people call a part. */
export interface Saying {
  putBack: string | null;
  shell: 'none' | 'new' | 'urgent';
}

export interface OpenTabParts {
  site: Site;
  /** The release that the page was served with. */
  release: ReleaseDocument;
  /** What the shell's own code says of itself. */
  shellBuild: string;
  /** The shell for which this session's tab reloaded by itself. */
  reloadedFor: string | null;
  fields: Fields;
  tab: string;
  newsName: string;
  locks: LockManager | undefined;
  connect: ConnectNews;
  ask: () => Promise<ReleaseAnswer>;
  send: (report: TabReport) => Promise<boolean>;
  sendLast: (report: TabReport) => void;
  say: (saying: Saying) => void;
  reload: (shell: string) => void;
  clock: Clock;
  /** From 0 up to 1. */
  random: () => number;
}

/** What people, the page and the browser tell an open tab. */
export interface OpenTab {
  tell(input: Extract<TabInput, { type: 'later' | 'accepted' | 'dismissed' | 'back' }>): void;
  /** An error that nobody caught. */
  heard(event: Event): void;
  /** The page is there, or is back; it goes, or rests; the network is back. */
  show(): void;
  hide(): void;
  online(): void;
}

/** Keeps an open page at the newest release: runs the machine of states.md between its doors. */
export function openTab(parts: OpenTabParts): OpenTab {
  const { site, release, fields, clock, random, ask, say, reload } = parts;
  const { ladder } = site;
  const documents = new Map([[release.revision, release]]);
  /** What a release gives, with the builds that work here. */
  const summary = ({ revision, shell }: ReleaseDocument): Release => ({
    revision,
    shell: shell.build,
    remotes: ladder.builds(),
  });
  let state = initialState({
    shell: { app: release.shell.name, build: parts.shellBuild },
    release: summary(release),
    reloadedFor: parts.reloadedFor,
  });
  const timers = new Map<TabTimer, () => void>();
  const inputs: TabInput[] = [];
  let busy = false;
  let leaveActivity = () => {};
  /** Brings scroll and focus back once the page that is being made anew is there. */
  let restorePlace: (() => void) | null = null;

  // Effects lead to inputs, which wait their turn; but all is done before `take` returns.
  const take = (input: TabInput): void => {
    inputs.push(input);
    if (busy) return;
    busy = true;
    try {
      for (let next = inputs.shift(); next; next = inputs.shift()) {
        const { state: following, effects } = transition(state, next);
        state = following;
        for (const effect of effects) carryOut(effect);
      }
    } finally {
      busy = false;
    }
  };

  const carryOut = (effect: TabEffect) => {
    switch (effect.type) {
      case 'ask':
        void ask().then((answer) => {
          if (!answer.ok) return take({ type: 'no-release', why: answer.why });
          take(arrived(answer.release));
        });
        return;
      case 'route':
        return site.bridge.use(inUseOf(effect.release));
      case 'renew': {
        const content = document.getElementById('content');
        restorePlace = content === null ? null : keepPlace(content);
        site.bridge.use(inUseOf(effect.release));
        return site.bridge.renew();
      }
      case 'hold':
        return site.recall.set(effect.recalled, effect.graceExpired);
      case 'say':
        return say({ putBack: titleOf(effect.putBack), shell: effect.shell });
      case 'watch':
        leaveActivity();
        leaveActivity = effect.on
          ? watchUserActivity(fields, clock, (activity) => take({ type: 'activity', ...activity }))
          : () => {};
        return;
      case 'reload':
        return reload(effect.shell);
      case 'arm':
        return arm(effect.timer, effect.milliseconds);
      case 'disarm':
        timers.get(effect.timer)?.();
        timers.delete(effect.timer);
    }
  };

  const arm = (timer: TabTimer, milliseconds: number): void => {
    timers.get(timer)?.();
    const cancel = clock(milliseconds, () => {
      timers.delete(timer);
      take({ type: 'elapsed', timer });
    });
    timers.set(timer, cancel);
  };

  const arrived = (document: ReleaseDocument): TabInput => {
    keepDocument(document);
    // One that was overtaken is not followed.
    if (document.revision >= state.goal.revision) ladder.follow(document.remotes);
    return { type: 'release', release: summary(document) };
  };

  /** Those that the machine cannot name any more go. */
  const keepDocument = (document: ReleaseDocument): void => {
    documents.set(document.revision, document);
    const named = [state.shown, state.goal, state.navigation].map((known) => known?.revision);
    for (const revision of documents.keys()) {
      if (revision !== document.revision && !named.includes(revision)) documents.delete(revision);
    }
  };

  const inUseOf = ({ revision, remotes }: Release): ReleaseInUse => {
    const document = documents.get(revision) ?? release;
    return { ...document, remotes: inUse(document.remotes, remotes) };
  };

  /** What works here changed, or may be used: the goal has other builds. */
  const tellLadder = () => {
    const document = documents.get(state.goal.revision);
    if (document === undefined) return;
    const goal = summary(document);
    if (!sameBuilds(goal, state.goal)) take({ type: 'ladder', release: goal });
  };

  const titleOf = (app: string | null): string | null => {
    if (app === null) return null;
    const remotes = [...documents.values()].flatMap((document) => document.remotes);
    return remotes.find(({ name }) => name === app)?.declaration.title ?? app;
  };

  const line = createNewsLine({
    name: parts.newsName,
    locks: parts.locks,
    connect: parts.connect,
    clock,
    random,
    onNews: ({ channel, revision, recalled }) => {
      if (channel === release.channel) take({ type: 'news', revision, recalled });
    },
  });
  const reports = createReports({
    tab: parts.tab,
    channel: release.channel,
    shell: state.shell,
    revision: () => state.shown.revision,
    running: site.running,
    clock,
    send: parts.send,
    sendLast: parts.sendLast,
  });

  ladder.onChange(tellLadder);
  site.recall.onChange(() => {
    const document = documents.get(state.goal.revision);
    if (document !== undefined) ladder.follow(document.remotes);
    take({ type: 'blocked', by: site.recall.waiting() });
    tellLadder();
  });
  const tellRunning = () => {
    const builds = site.running.builds();
    if (builds === state.running) return;
    if (Object.keys(builds).length > 0) {
      restorePlace?.();
      restorePlace = null;
    }
    take({ type: 'running', builds });
  };
  site.running.onChange(tellRunning);
  tellRunning();
  const watch = watchLadder({
    site,
    ladder,
    dirty: fields.dirty,
    at: () => state.at,
    clock,
    random,
  });

  site.bridge.listen({
    navigation: (to) => take({ type: 'navigation', to }),
    settled: ({ part, revision }) => take({ type: 'settled', at: part, revision }),
    again: () => take({ type: 'again' }),
  });

  return {
    tell: take,
    heard: watch.heard,
    show() {
      line.join();
      reports.start();
    },
    hide() {
      line.leave();
      reports.leave();
    },
    online() {
      line.nudge();
      watch.online();
    },
  };
}
