import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createApiClient } from '../../../main/api/api-client.ts';
import { ApiError } from '../../../main/api/api-error.ts';
import { fixedToken } from '../../../main/api/token-source.ts';
import { CliError } from '../../../main/cli/cli-error.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import { createServiceRemote } from '../../../main/engine/adapters/service-remote.ts';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { collectSpentBuffers } from '../../../main/small-heap.ts';
import { openChance } from '../../simulation/world/chance.ts';
import { type Act, actsOf } from './acts.ts';

export type ClientFuzzOptions = {
  readonly seed: number;
  /** Answers that the service gives at least. */
  readonly answers: number;
  readonly onProgress?: (answered: number) => void;
};

export type ClientFuzzReport = {
  readonly answered: number;
  readonly acts: number;
  /** Operations that were answered at least once. */
  readonly operations: number;
  readonly ends: ReadonlyMap<string, number>;
  readonly faults: readonly ClientFault[];
};

export type ClientFault = { readonly act: string; readonly what: string };

/** A client that has not ended by then is one that a service can hold. */
const PATIENCE_MS = 60_000;
const PARALLEL = 8;

/**
 * Lets the client do everything that it can ask of a service, with one that lies. Each act ends by itself, with a value of the right
 * shape or with an error that names the problem; the token goes nowhere else.
 */
export async function fuzzClient({ seed, answers, onProgress }: ClientFuzzOptions): Promise<ClientFuzzReport> {
  const service = await startHostileProcess(seed);
  const clock = createNodeClock();
  let skippedMs = 0;
  // Pauses are not under test: the time that a service asks for passes at once.
  const timing = {
    nowMs: () => clock.nowMs() + skippedMs,
    sleep: async (ms: number) => {
      skippedMs += ms;
    },
    fraction: () => 0.5,
  };
  const client = createApiClient({
    baseUrl: service.baseUrl,
    uploadUrl: service.uploadUrl,
    tokens: fixedToken('secret-token'),
    timing,
    spent: collectSpentBuffers(),
    userAgent: 'tandem-test',
    timeoutMs: 1_000,
    longestWaitMs: Number.POSITIVE_INFINITY,
    attempts: 2,
  });
  const remote = createServiceRemote({ client, clock: { ...clock, sleep: async () => undefined } });
  const acts = actsOf(client, remote, openChance(seed, 'requests'));
  const ends = new Map<string, number>();
  const faults: ClientFault[] = [];
  let done = 0;
  const one = async (act: Act): Promise<void> => {
    const { end, fault } = await outcomeOf(act);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (fault !== null) faults.push({ act: act.name, what: fault });
    done += 1;
    if (done % 500 === 0) onProgress?.(done);
  };
  try {
    let told = await service.told();
    for (let turn = 0; told.answered < answers; turn += PARALLEL) {
      const batch = Array.from({ length: PARALLEL }, (_, index) => acts[(turn + index) % acts.length]);
      await Promise.all(batch.flatMap((act) => (act === undefined ? [] : [one(act)])));
      told = await service.told();
    }
    for (const what of told.stolen) faults.push({ act: 'the other host', what });
    return { answered: told.answered, acts: done, operations: told.operations, ends, faults };
  } finally {
    await client.close();
    service.close();
  }
}

const Addresses = z.object({ baseUrl: z.string(), uploadUrl: z.string() });
const Told = z.object({ answered: z.number(), stolen: z.array(z.string()), operations: z.number() });

async function startHostileProcess(seed: number) {
  const child = fork(fileURLToPath(new URL('hostile-process.ts', import.meta.url)), [String(seed)]);
  const next = (): Promise<unknown> => new Promise((resolve) => child.once('message', resolve));
  const addresses = Addresses.parse(await next());
  return {
    ...addresses,
    told: async () => {
      const answer = next();
      child.send('told');
      return Told.parse(await answer);
    },
    close: () => child.disconnect(),
  };
}

async function outcomeOf(act: Act): Promise<{ readonly end: string; readonly fault: string | null }> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error('no end')), PATIENCE_MS);
  try {
    await act.run(patience.signal);
    return { end: 'value', fault: patience.signal.aborted ? 'no end' : null };
  } catch (error) {
    if (patience.signal.aborted) return { end: 'no end', fault: 'no end' };
    if (error instanceof ApiError || error instanceof RemoteError || error instanceof CliError) {
      const isSilent = error.message.trim() === '' && error.code === '';
      return { end: error.code.slice(0, 40), fault: isSilent ? 'an error that says nothing' : null };
    }
    return { end: 'bug', fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
