import type { AccountGate } from './account-gate.ts';
import type { EngineParts } from './engine-parts.ts';
import type { RootContext } from './root-context.ts';
import { createRootSession, type RootSession } from './root-session.ts';
import type { JournalEntry } from './store/journal-table.ts';
import type { RootRecord } from './store/root-table.ts';

/** The roots of the account and their sessions. */
export type EngineRoots = {
  /** Those of this account; another one's are refused (E96). */
  own(): readonly RootRecord[];
  find(id: number): RootRecord | undefined;
  /** All that were opened, in the order in which they were. */
  contexts(): readonly RootContext[];
  open(record: RootRecord): RootSession;
  /** Lets a session run; one that runs already goes on. */
  begin(record: RootRecord): void;
  /** Ends a session; resolves when what had ended is written down. */
  end(id: number): Promise<void>;
  forget(id: number): void;
};

export type EngineRootsParts = {
  readonly parts: EngineParts;
  readonly gate: AccountGate;
  readonly told: (entries: readonly JournalEntry[]) => void;
  readonly invited: () => void;
};

type Running = { readonly stop: AbortController; readonly ended: Promise<void> };

export function createEngineRoots({ parts, gate, told, invited }: EngineRootsParts): EngineRoots {
  const { store, log } = parts;
  const sessions = new Map<number, RootSession>();
  const running = new Map<number, Running>();
  const open = (record: RootRecord): RootSession => {
    const session = sessions.get(record.id) ?? createRootSession({ parts, record, gate, told, invited });
    sessions.set(record.id, session);
    return session;
  };
  return {
    own: () => store.roots().filter((record) => record.account === parts.account),
    find: (id) => store.roots().find((record) => record.id === id),
    contexts: () => [...sessions.values()].map((session) => session.context),
    open,
    begin: (record) => {
      if (running.has(record.id)) return;
      const stop = new AbortController();
      const ended = open(record)
        .run(stop.signal)
        .catch((error: unknown) => log.error(`The work on ${record.localPath} ended in an unexpected way.`, error));
      running.set(record.id, { stop, ended });
    },
    end: async (id) => {
      const one = running.get(id);
      one?.stop.abort();
      running.delete(id);
      await sessions.get(id)?.close();
      await one?.ended;
    },
    forget: (id) => {
      sessions.delete(id);
    },
  };
}
