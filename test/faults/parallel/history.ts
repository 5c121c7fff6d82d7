import type { ServiceCaller } from '../../support/service/callers/service-caller.ts';

/** One of the people who work at the same time. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly login: string;
  /** One caller for each process of the service. */
  readonly callers: readonly ServiceCaller[];
  /** A folder of their own, and one in it that everyone may edit. */
  readonly ownFolderId: string;
  readonly sharedFolderId: string;
};

/** A change that the service acknowledged, as the events must show it. */
export type AcknowledgedChange = {
  readonly personId: string;
  readonly eventType: string;
  readonly itemId: string;
  readonly etag: string;
};

/** An item as an acknowledged change left it. */
export type KnownItem = {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly etag: string;
  readonly sha1: string | null;
  readonly isTrashed: boolean;
};

/** Everything that a run did and saw. */
export type History = {
  readonly changes: AcknowledgedChange[];
  /** The newest acknowledged state of each file, by id. */
  readonly items: Map<string, KnownItem>;
  /** Files whose permanent deletion was acknowledged or may have happened. */
  readonly purged: Set<string>;
  /** Requests that were refused, by code: names in use, stale etags, lost access. */
  readonly refusals: Map<string, number>;
  /** When requests stayed without an answer of the service that says what happened: they may have happened. */
  readonly lostAt: number[];
  readonly violations: string[];
};

export function openHistory(): History {
  return {
    changes: [],
    items: new Map(),
    purged: new Set(),
    refusals: new Map(),
    lostAt: [],
    violations: [],
  };
}
