import type { Page } from '@playwright/test';
import type { SentRequestOf } from '../../../contract/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import {
  type CommandError,
  type CommandName,
  type CommandOutput,
  type CommandRequest,
  commands,
} from '../../../preload/ipc/commands.ts';
import type { FeedMessage, FeedName } from '../../../preload/ipc/feeds.ts';
import type { ServiceAnswer, serviceCalls } from '../../../preload/ipc/service-calls.ts';
import { builtWindow } from '../browser/built-window.ts';

type ServiceCall = (typeof serviceCalls)[number];

/** The engine's answers in one test, by command; `service` holds the content service's answers, by operation. */
export type Answers = {
  readonly [Name in Exclude<CommandName, 'service.call'>]?: (request: CommandRequest<Name>) => CommandOutput<Name>;
} & {
  readonly service?: {
    readonly [Name in ServiceCall]?: (request: SentRequestOf<Operations[Name]>) => ServiceAnswer<Name>;
  };
};

/** One request of the window, as sent over the bridge. Service calls are recorded under their operation's name. */
type Asked = { readonly name: string; readonly request: unknown };

/**
 * A typed fake of the bridge. It answers from a table, emits feed messages on demand, and records requests. A request without an answer is refused
 * and recorded in `unanswered`.
 */
export type FakeBridge = {
  readonly asked: readonly Asked[];
  readonly unanswered: readonly string[];
  /** Opens the window at a page, e.g. `#/files?folder=0`. */
  readonly open: (hash: string) => Promise<void>;
  readonly emit: <Name extends FeedName>(feed: Name, message: FeedMessage<Name>) => Promise<void>;
  /** The connection to the engine is lost. */
  readonly disconnect: () => Promise<void>;
  /** The connection to the engine is lost, and comes back. */
  readonly reconnect: () => Promise<void>;
  /** These answers take precedence over earlier ones from now on. */
  readonly answer: (answers: Answers) => void;
  /**
   * From now on, answers to this request are late (`requests`: only the next few): they show the state at the time of the request, and arrive when the
   * returned function is called.
   */
  readonly delay: (name: CommandName | ServiceCall, requests?: number) => () => void;
  /** Refuses the next request of this name; without a reason as an unreachable service does. */
  readonly refuseNext: (name: CommandName | ServiceCall, reason?: CommandError) => void;
};

const unreachable: CommandError = {
  code: 'offline',
  message: 'The service is unreachable.',
  remedy: 'Check the network.',
};

/** Installs the fake before the page's first script runs. */
export async function fakeBridge(page: Page, first: Answers): Promise<FakeBridge> {
  const tables: Answers[] = [first];
  const asked: Asked[] = [];
  const unanswered: string[] = [];
  const refused = new Map<string, CommandError>();
  const late = new Map<string, { readonly until: Promise<void>; left: number }>();
  const lateness = async (name: string): Promise<void> => {
    const delay = late.get(name);
    if (delay === undefined || delay.left === 0) return;
    delay.left -= 1;
    await delay.until;
  };
  await page.exposeFunction('askTheTest', async (name: CommandName, request: unknown) => {
    const call = name === 'service.call' ? readServiceCall(request) : { name, request };
    asked.push(call);
    const refusal = refused.get(call.name);
    if (refusal !== undefined) {
      refused.delete(call.name);
      await lateness(call.name);
      return { ok: false, error: refusal };
    }
    const answer = findAnswer(tables, name, call.name);
    if (answer === undefined) {
      unanswered.push(call.name);
      const message = `This test has no answer for ${call.name}.`;
      return { ok: false, error: { code: 'not_in_this_test', message, remedy: '' } };
    }
    const parsed = commands[name].output.parse(answer(call.request));
    await lateness(call.name);
    return { ok: true, value: parsed };
  });
  await page.addInitScript(installBridge);
  const origin = await builtWindow();
  const connections = (states: readonly string[]): Promise<void> =>
    page.evaluate((details) => {
      for (const detail of details) window.dispatchEvent(new CustomEvent('connection', { detail }));
    }, states);
  return {
    asked,
    unanswered,
    open: async (hash) => {
      await page.goto(`${origin}/${hash}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    emit: async (feed, message) => {
      await page.evaluate(([name, sent]) => window.dispatchEvent(new CustomEvent(`feed:${name}`, { detail: sent })), [
        feed,
        message,
      ] as const);
    },
    disconnect: () => connections(['disconnected']),
    reconnect: () => connections(['disconnected', 'connected']),
    answer: (answers) => {
      tables.unshift(answers);
    },
    refuseNext: (name, reason = unreachable) => void refused.set(name, reason),
    delay: (name, requests = Number.POSITIVE_INFINITY) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const delay = { until: promise, left: requests };
      late.set(name, delay);
      return () => {
        delay.left = 0;
        resolve();
      };
    },
  };
}

function readServiceCall(request: unknown): Asked {
  const { operation, request: inner } = commands['service.call'].input.parse(request);
  return { name: operation, request: inner };
}

type Answer = (request: unknown) => unknown;

function findAnswer(tables: readonly Answers[], command: CommandName, name: string): Answer | undefined {
  for (const table of tables) {
    const answers: object = command === 'service.call' ? (table.service ?? {}) : table;
    const answer: unknown = Reflect.get(answers, name);
    if (isAnswer(answer)) return answer;
  }
  return undefined;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'function';
}

/** Runs in the page: the preload's bridge, connected to the test. */
function installBridge(): void {
  type Ask = (name: string, request: unknown) => Promise<unknown>;
  const ask = (name: string, request: unknown): Promise<unknown> => {
    const exposed: unknown = Reflect.get(window, 'askTheTest');
    if (typeof exposed !== 'function') throw new Error('The test exposed no answers.');
    // The exposed function passes plain values.
    const call = exposed as Ask;
    return call(name, request);
  };
  const listeners = new Set<(state: string) => void>();
  let connection = 'connected';
  window.addEventListener('connection', (event) => {
    if (event instanceof CustomEvent) connection = String(event.detail);
    for (const listener of listeners) listener(connection);
  });
  const bridge = {
    host: 'electron',
    call: ask,
    subscribe: (feed: string, listener: (message: unknown) => void) => {
      const deliver = (event: Event): void => {
        if (event instanceof CustomEvent) listener(event.detail);
      };
      window.addEventListener(`feed:${feed}`, deliver);
      if (feed === 'status') {
        void ask('status.get', {}).then((answer) => {
          const value: unknown = Object(answer).value;
          if (value !== undefined) listener(value);
        });
      }
      return () => window.removeEventListener(`feed:${feed}`, deliver);
    },
    connection: () => connection,
    onConnection: (listener: (state: string) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // `window.dropPaths`: the path of a dropped file of that name.
    pathOf: (file: File) => Reflect.get(Object(Reflect.get(window, 'dropPaths')), file.name) ?? null,
    // `window.dropPlan` says what happens to a file of that name: `send`, `hold` (until cancelled); others are refused. `window.dropSent` has the
    // bytes that go before, in steps; half of a file that is held unless told.
    sendDrop: async (_id: string, file: File, signal: AbortSignal, onProgress: (sentBytes: number) => void) => {
      const plan: unknown = Reflect.get(Object(Reflect.get(window, 'dropPlan')), file.name);
      if (plan === 'send') return { ok: true };
      const told: unknown = Reflect.get(Object(Reflect.get(window, 'dropSent')), file.name);
      const steps: readonly unknown[] = Array.isArray(told) ? told : plan === 'hold' ? [file.size / 2] : [];
      for (const [at, bytes] of steps.entries()) {
        if (at > 0) await new Promise((resolve) => window.addEventListener('drop-goes-on', resolve, { once: true }));
        onProgress(Number(bytes));
      }
      if (plan !== 'hold') return { ok: false, reason: 'lost', message: 'The connection was lost.' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { ok: false, reason: 'aborted', message: '' };
    },
  };
  Object.defineProperty(window, 'tandem', { value: bridge });
}
