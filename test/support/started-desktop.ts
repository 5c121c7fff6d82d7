import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { CommandInput, CommandName, CommandOutput } from '../../preload/ipc/commands.ts';
import { WireResult } from '../../preload/ipc/commands.ts';
import { type Order, Page, Seen, Told } from './stand-in-electron/orders.ts';

const inRepository = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** `main/main.ts` as Electron would run it, on a stand-in for Electron: the engine, the private service and the disk are real. */
export type StartedDesktop = {
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>>;
  look(): Promise<z.infer<typeof Seen>>;
  /** What the page gets for a request of its own. */
  page(path: string): Promise<z.infer<typeof Page>>;
  /** Resolves when the application has taken it. */
  order(order: { do: 'make-a-fault' | 'quit' } | { do: 'drop-on-dock'; file: string }): Promise<void>;
  /** With what it ended, and how it wants to be started again; null: it does not. */
  readonly ended: Promise<{ readonly code: number | null; readonly relaunch: readonly string[] | null }>;
};

export type DesktopStart = {
  /** Absolute; of a clone when it is missing. */
  readonly program?: string;
  /** The folder `resources` of a packaged application. */
  readonly resources?: string;
  readonly env?: Readonly<Record<string, string>>;
};

export function startDesktop(home: string, args: readonly string[] = [], start: DesktopStart = {}): StartedDesktop {
  // Whatever desktop the test runs on, this one has a panel that shows trays.
  const searched = [inRepository('test/support/stand-in-electron/session-bus'), process.env['PATH'] ?? ''];
  const resources = start.resources === undefined ? {} : { STAND_IN_RESOURCES: start.resources };
  const child = fork(start.program ?? inRepository('main/main.ts'), args, {
    execArgv: ['--import', inRepository('test/support/stand-in-electron/register.ts')],
    env: { ...process.env, PATH: searched.join(delimiter), TANDEM_HOME: home, ...resources, ...start.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (answer: unknown) => void>();
  let relaunch: readonly string[] | null = null;
  child.on('message', (raw) => {
    const told = Told.parse(raw);
    if ('relaunch' in told) relaunch = told.relaunch;
    else waiting.get(told.id)?.(told.answer);
  });
  const say = asker(child, waiting);
  return {
    async call(name, input) {
      const result = WireResult.parse(await say({ do: 'call', name, input }));
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
      return result.value as CommandOutput<typeof name>;
    },
    look: async () => Seen.parse(await say({ do: 'look' })),
    page: async (path) => Page.parse(await say({ do: 'page', path })),
    order: async (order) => void (await say(order)),
    ended: once(child, 'exit').then(([code]) => ({ code: typeof code === 'number' ? code : null, relaunch })),
  };
}

type Unnumbered<One> = One extends unknown ? Omit<One, 'id'> : never;

/** Each order by a number of its own; one that the application ends on is answered by its end. */
function asker(child: ChildProcess, waiting: Map<number, (answer: unknown) => void>) {
  let last = 0;
  child.once('exit', () => {
    for (const resolve of waiting.values()) resolve(null);
  });
  return (order: Unnumbered<Order>): Promise<unknown> => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      if (!child.connected) return resolve(null);
      waiting.set(id, resolve);
      child.send({ ...order, id });
    });
  };
}
