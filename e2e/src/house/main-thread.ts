import type { Browser, Page } from '@playwright/test';
import * as v from 'valibot';

const traceSchema = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      ph: v.string(),
      pid: v.number(),
      tid: v.number(),
      ts: v.number(),
      dur: v.optional(v.number(), 0),
      tdur: v.optional(v.number(), 0),
      args: v.optional(v.unknown()),
    }),
  ),
});
type TraceEvent = v.InferOutput<typeof traceSchema>['traceEvents'][number];
type Span = Pick<TraceEvent, 'ts' | 'dur' | 'tdur'>;

/** A task of a page's main thread. */
export interface Task {
  /** Milliseconds by the clock, so with the time in which other programs had the processor. */
  readonly lasted: number;
  /** Milliseconds in which the thread itself was running. */
  readonly ran: number;
  /** What Chromium did in it: `FunctionCall`, `Layout`, `Paint`, `RunMicrotasks`, … */
  readonly did: ReadonlySet<string>;
  /** The files and functions that it called. */
  readonly called: ReadonlySet<string>;
  /** What the page said with `console.timeStamp` meanwhile. */
  readonly said: ReadonlySet<string>;
  /** Whether it is a command of DevTools, so the test's own: to look for a text takes longer than a list's update. */
  readonly isOfDevTools: boolean;
}

const categories = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8.execute',
  '__metadata',
];
/** As the scheduler calls the outermost of what it runs. */
const taskNames = new Set(['ThreadControllerImpl::RunTask', 'RunTask']);

const callSchema = v.object({
  name: v.literal('FunctionCall'),
  args: v.object({ data: v.object({ url: v.string(), functionName: v.string() }) }),
});
const wordSchema = v.object({
  name: v.literal('TimeStamp'),
  args: v.object({ data: v.object({ message: v.string() }) }),
});

const commandSchema = v.object({
  name: v.literal('Receive mojo message'),
  args: v.object({
    chrome_mojo_event_info: v.object({
      mojo_interface_tag: v.literal('blink.mojom.DevToolsSession'),
    }),
  }),
});

/** Runs `work` while Chromium writes down what the main threads of the browser's pages do. */
export async function recordTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = v.parse(
    traceSchema,
    JSON.parse((await browser.stopTracing()).toString('utf8')),
  );
  const threads = Map.groupBy(traceEvents, ({ pid, tid }) => `${pid}/${tid}`);
  return traceEvents
    .filter(({ name, args }) => name === 'thread_name' && isNamed(args, 'CrRendererMain'))
    .flatMap(({ pid, tid }) => tasksOf(threads.get(`${pid}/${tid}`) ?? []));
}

function tasksOf(events: readonly TraceEvent[]): Task[] {
  const ordered = events.toSorted((one, other) => one.ts - other.ts || other.dur - one.dur);
  const tasks: Task[] = [];
  let task: (Span & { inside: TraceEvent[] }) | null = null;
  const end = () => {
    if (task) tasks.push(taskOf(task, task.inside));
  };
  for (const event of ordered) {
    if (task && event.ts < task.ts + task.dur) task.inside.push(event);
    else if (event.ph === 'X' && taskNames.has(event.name)) {
      end();
      task = { ...event, inside: [] };
    }
  }
  end();
  return tasks;
}

function taskOf({ dur, tdur }: Span, inside: readonly TraceEvent[]): Task {
  const called = new Set<string>();
  const said = new Set<string>();
  for (const event of inside) {
    const call = v.safeParse(callSchema, event);
    const word = v.safeParse(wordSchema, event);
    if (call.success) called.add(Object.values(call.output.args.data).join(' '));
    if (word.success) said.add(word.output.args.data.message);
  }
  const did = new Set(inside.map(({ name }) => name));
  const isOfDevTools = inside.some((event) => v.is(commandSchema, event));
  return { lasted: dur / 1000, ran: tdur / 1000, did, called, said, isOfDevTools };
}

function isNamed(args: unknown, name: string): boolean {
  return v.is(v.object({ name: v.literal(name) }), args);
}
