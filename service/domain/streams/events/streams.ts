import type { StreamType } from '../../../../contract/resources/streams/event.ts';
import type { EventLog } from '../../../ports/metadata/streams/events.ts';

/** The content of a stream, and how long it is kept. */
export interface EventStream {
  readonly type: StreamType;
  readonly log: EventLog;
  /** True: only events that change a user's tree. */
  readonly onlyChanges: boolean;
  /** Days that a position stays valid. */
  readonly lifeDays: number;
}

const streams: Readonly<Record<StreamType, Omit<EventStream, 'type'>>> = {
  all: { log: 'people', onlyChanges: false, lifeDays: 21 },
  changes: { log: 'people', onlyChanges: true, lifeDays: 21 },
  sync: { log: 'people', onlyChanges: true, lifeDays: 31 },
  admin_logs: { log: 'admins', onlyChanges: false, lifeDays: 365 },
  admin_logs_streaming: { log: 'admins', onlyChanges: false, lifeDays: 14 },
};

/** The definition of a stream type. */
export function streamOf(type: StreamType): EventStream {
  return { type, ...streams[type] };
}

/** How long a stream keeps its events, in milliseconds. */
export function lifeMsOf({ lifeDays }: Pick<EventStream, 'lifeDays'>): number {
  return lifeDays * 24 * 3600 * 1000;
}

/** How long a log must be kept for all streams that read it, in milliseconds. */
export function logLifeMs(log: EventLog): number {
  return Math.max(
    ...Object.values(streams)
      .filter((stream) => stream.log === log)
      .map(lifeMsOf),
  );
}
