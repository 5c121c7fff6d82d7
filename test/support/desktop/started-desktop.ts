import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { CommandInput, CommandName, CommandOutput } from '../../../preload/ipc/commands.ts';
import { WireResult } from '../../../preload/ipc/commands.ts';
import { type Order, Page, Seen, Told } from '../stand-in-electron/orders.ts';

const inRepository = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** `main/main.ts` on a stand-in for Electron. Engine, private service and disk are real. */
export type StartedDesktop = {
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>>;
  look(): Promise<z.infer<typeof Seen>>;
  /** The answer to a page request. */
  page(path: string): Promise<z.infer<typeof Page>>;
  /** Resolves when the application has received it. */
  order(order: { do: 'make-a-fault' | 'quit' | 'end-session' } | { do: 'drop-on-dock'; file: string }): Promise<void>;
  /** Sends a signal, as a terminal does. */
  signal(signal: NodeJS.Signals): void;
  /** Exit code and relaunch arguments; `relaunch` null: no relaunch. */
  readonly ended: Promise<{ readonly code: number | null; readonly relaunch: readonly string[] | null }>;
};

export type DesktopStart = {
  /** Absolute; default: the clone's program. */
  readonly program?: string;
  /** The `resources` folder of a packaged application. */
  readonly resources?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The terminal that it was started from is closed. */
  readonly isTerminalClosed?: boolean;
};

export function startDesktop(home: string, args: readonly string[] = [], start: DesktopStart = {}): StartedDesktop {
  // Fakes a desktop panel that shows trays, so the test does not depend on the real desktop.
  const searched = [inRepository('test/support/stand-in-electron/session-bus'), process.env['PATH'] ?? ''];
  const resources = start.resources === undefined ? {} : { STAND_IN_RESOURCES: start.resources };
  const child = fork(start.program ?? inRepository('main/main.ts'), args, {
    execArgv: ['--import', inRepository('test/support/stand-in-electron/register.ts')],
    env: { ...process.env, PATH: searched.join(delimiter), TANDEM_HOME: home, ...resources, ...start.env },
    stdio: ['ignore', 'inherit', start.isTerminalClosed === true ? 'pipe' : 'inherit', 'ipc'],
  });
  child.stderr?.destroy();
  const waiting = new Map<number, (answer: unknown) => void>();
  let relaunch: readonly string[] | null = null;
  child.on('message', (raw) => {
    const told = Told.parse(raw);
    if ('relaunch' in told) relaunch = told.relaunch;
    else if ('id' in told) waiting.get(told.id)?.(told.answer);
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
    signal: (signal) => void child.kill(signal),
    ended: once(child, 'exit').then(([code]) => ({ code: typeof code === 'number' ? code : null, relaunch })),
  };
}

type Unnumbered<One> = One extends unknown ? Omit<One, 'id'> : never;

/** Numbers each order. An order that ends the application is answered by its exit. */
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
