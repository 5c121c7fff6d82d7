/** The delay before the next request for a folder that is gone from the service. */
const ROOT_GONE_MS = 30_000;

/** How current the remote tree is. */
export type ServiceSight = {
  /** There may be news. */
  readonly hasNews: boolean;
  /** True once the event stream was read to its end since the start; nothing is planned before. */
  readonly isCaughtUp: boolean;
  /** When to ask again for a folder that is gone from the service. */
  readonly retryAtMs: number | null;
  ask(): void;
  /** A catch-up starts: all earlier news is included. */
  begin(): void;
  /** The stream was read to its end. `gone`: the service no longer has the folder. */
  caughtUp(found: 'there' | 'gone', nowMs: number): void;
  /** The service is in an older state, or a listing was interrupted: the remote tree cannot be used yet. */
  notCaughtUp(): void;
  /** We changed something on the service; the echo is still in the event stream. */
  expectEcho(): void;
  /** Asks for the echoes; false: none is expected. */
  takeEchoes(): boolean;
  /** The clock was set back: all waits end. */
  endWaits(): void;
};

export function createServiceSight(): ServiceSight {
  let [hasNews, isCaughtUp, hasEchoes] = [true, false, false];
  let retryAtMs: number | null = null;
  return {
    get hasNews() {
      return hasNews;
    },
    get isCaughtUp() {
      return isCaughtUp;
    },
    get retryAtMs() {
      return retryAtMs;
    },
    ask() {
      hasNews = true;
    },
    begin() {
      hasNews = false;
    },
    caughtUp(found, nowMs) {
      isCaughtUp = found === 'there';
      retryAtMs = found === 'gone' ? nowMs + ROOT_GONE_MS : null;
    },
    notCaughtUp() {
      isCaughtUp = false;
    },
    expectEcho() {
      hasEchoes = true;
    },
    takeEchoes() {
      const expected = hasEchoes;
      hasEchoes = false;
      if (expected) hasNews = true;
      return expected;
    },
    endWaits() {
      if (retryAtMs !== null) retryAtMs = 0;
    },
  };
}
