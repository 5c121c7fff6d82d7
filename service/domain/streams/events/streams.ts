import type { StreamType } from '../../../../contract/resources/streams/event.ts';
import type { EventLog } from '../../../ports/metadata/streams/events.ts';
import type { ServiceSettings } from '../../service.ts';

/** The content of a stream, and how long it is kept. */
export interface EventStream {
  readonly type: StreamType;
  readonly log: EventLog;
  /** True: only events that change a user's tree. */
  readonly onlyChanges: boolean;
  /** Days that a position stays valid. */
  readonly lifeDays: number;
}

type Settings = Pick<ServiceSettings, 'adminLogDays'>;

/** The logs share rows. Those that the administrators' log forgets go from both, so it keeps them at least as long as the streams of people. */
const streamsOf = ({ adminLogDays }: Settings): Readonly<Record<StreamType, Omit<EventStream, 'type'>>> => ({
  all: { log: 'people', onlyChanges: false, lifeDays: 21 },
  changes: { log: 'people', onlyChanges: true, lifeDays: 21 },
  sync: { log: 'people', onlyChanges: true, lifeDays: 31 },
  admin_logs: { log: 'admins', onlyChanges: false, lifeDays: adminLogDays },
  admin_logs_streaming: { log: 'admins', onlyChanges: false, lifeDays: 14 },
});

/** The definition of a stream type. */
export function streamOf(settings: Settings, type: StreamType): EventStream {
  return { type, ...streamsOf(settings)[type] };
}

/** How long a stream keeps its events, in milliseconds. */
export function lifeMsOf({ lifeDays }: Pick<EventStream, 'lifeDays'>): number {
  return lifeDays * 24 * 3600 * 1000;
}

/** How long a log must be kept for all streams that read it, in milliseconds. */
export function logLifeMs(settings: Settings, log: EventLog): number {
  return Math.max(
    ...Object.values(streamsOf(settings))
      .filter((stream) => stream.log === log)
      .map(lifeMsOf),
  );
}
