import type { Page } from '@playwright/test';
import type { Figure } from '../figure.ts';

/** A frame above this is seen as a stutter, in milliseconds. */
const WANTED_MS = 50;

export type FrameTimes = {
  /** The time between the frames that the browser drew, in milliseconds. */
  readonly frames: readonly number[];
  /** The CPU time of each task of the page's main thread, in milliseconds: unlike a frame, it does not grow when other programs take the cores. */
  readonly tasks: readonly number[];
};

/** Measures the frames that the browser draws during `act`, and the work of the page between them. */
export async function timeFrames(page: Page, act: () => Promise<void>): Promise<FrameTimes> {
  const tasks = await traceTasks(page);
  const drawn = await page.evaluateHandle(() => {
    const state = { frames: [] as number[], isOver: false };
    let before = performance.now();
    const drew = (now: number): void => {
      state.frames.push(now - before);
      before = now;
      if (!state.isOver) requestAnimationFrame(drew);
    };
    requestAnimationFrame((now) => {
      before = now;
      requestAnimationFrame(drew);
    });
    return state;
  });
  await act();
  const frames = await drawn.evaluate((state) => {
    state.isOver = true;
    return state.frames;
  });
  return { frames, tasks: await tasks() };
}

/** `plain`: the same on a plain page with as many elements. */
export function frameFigures(what: string, times: FrameTimes, plain?: FrameTimes): readonly Figure[] {
  const figure = (name: string, unit: string, of: (times: FrameTimes) => number, wanted?: number): Figure => ({
    what: `${what}: ${name}`,
    value: of(times),
    unit,
    ...(wanted === undefined ? {} : { wanted }),
    ...(plain === undefined ? {} : { beside: { what: 'as many elements on a plain page', value: of(plain) } }),
  });
  const longest = ({ tasks }: FrameTimes): number => tenths(Math.max(0, ...tasks));
  return [
    figure(`longest frame of ${times.frames.length}`, 'ms', ({ frames }) => at(frames, 1), WANTED_MS),
    figure('p99', 'ms', ({ frames }) => at(frames, 0.99)),
    figure(`frames over ${WANTED_MS} ms`, 'frames', ({ frames }) => slow(frames), 0),
    figure('longest task of the page, in CPU time', 'ms', longest, WANTED_MS),
    figure(`tasks over ${WANTED_MS} ms of CPU time`, 'tasks', ({ tasks }) => slow(tasks), 0),
  ];
}

const slow = (times: readonly number[]): number => times.filter((time) => time > WANTED_MS).length;

function at(times: readonly number[], share: number): number {
  const inOrder = times.toSorted((left, right) => left - right);
  return tenths(inOrder[Math.floor(share * (inOrder.length - 1))] ?? 0);
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Of Chromium's trace; durations are in microseconds. */
type TraceEvent = { readonly name: string; readonly pid: number; readonly tid: number; readonly tdur?: number };

/** The category that contains one event a task, and little else. */
const TASKS = 'disabled-by-default-devtools.timeline';

/** Traces the tasks of the browser's only page until the returned function is called. */
async function traceTasks(page: Page): Promise<() => Promise<readonly number[]>> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page belongs to no browser.');
  const session = await browser.newBrowserCDPSession();
  const durations = new Map<string, number[]>();
  const mainThreads = new Set<string>();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as readonly (TraceEvent & { readonly args: { readonly name?: string } })[]) {
      const thread = `${event.pid}/${event.tid}`;
      if (event.name === 'thread_name' && event.args.name === 'CrRendererMain') mainThreads.add(thread);
      if (event.name !== 'RunTask' || event.tdur === undefined) continue;
      const known = durations.get(thread) ?? [];
      known.push(event.tdur / 1_000);
      durations.set(thread, known);
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordContinuously', includedCategories: [TASKS], excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return [...mainThreads].flatMap((thread) => durations.get(thread) ?? []);
  };
}
