import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { Card } from '../../components/layout/card.tsx';
import type { Root } from '../../state/bridge/roots.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatDay } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { ActivityGroupRow } from './activity-group.tsx';
import { type ActivityDay, daysOf } from './groups.ts';

const DAY_MS = 86_400_000;
/** Loads the next page when the end of the list is this near. */
const LOAD_AHEAD = '600px';

/** The journal by day and batch, in its own scroll area. */
export function ActivityDays({
  entries,
  hasMore,
  roots,
  isPartial,
  onSelect,
  onScroll,
  onNearEnd,
}: {
  entries: readonly ActivityEntry[];
  hasMore: boolean;
  roots: readonly Root[];
  /** The filter may hide parts of a batch. */
  isPartial: boolean;
  onSelect: (item: Pick<ActivityEntry, 'path' | 'rootId'>) => void;
  onScroll: (isAtTop: boolean) => void;
  onNearEnd: () => void;
}): ReactNode {
  const days = useMemo(() => daysOf(entries, hasMore), [entries, hasMore]);
  const names = new Map(roots.map(({ id, name }) => [id, name]));
  const scroller = useRef<HTMLDivElement>(null);
  const attach = useCallback((list: HTMLDivElement | null) => {
    scroller.current = list;
    return rowKeys(list);
  }, []);
  return (
    <div
      ref={attach}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop < 8)}
      className="-mx-1 flex min-h-0 min-w-0 flex-1 flex-col gap-6 overflow-auto px-1 pt-2 pb-6"
    >
      {days.map((day) => (
        <section key={day.startMs} aria-labelledby={`day-${day.startMs}`} className="flex flex-col gap-3">
          <DayHeading day={day} />
          <Card className="shrink-0">
            <ul className="divide-y divide-line">
              {day.groups.map((group) => (
                <ActivityGroupRow
                  key={group.key}
                  group={group}
                  rootName={names.get(group.rootId) ?? ''}
                  isPartial={isPartial}
                  onSelect={onSelect}
                />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      {/* A page without a new day moves nothing; the key makes a new entry count check again. */}
      {hasMore && <NextPage key={entries.length} onNear={onNearEnd} scroller={scroller} />}
    </div>
  );
}

function DayHeading({ day: { startMs } }: { day: ActivityDay }): ReactNode {
  const nowMs = useNow(60_000);
  const date = formatDay(startMs, nowMs);
  const days = daysBetween(startMs, nowMs);
  const word = days === 0 ? texts.activity.days.today : days === 1 ? texts.activity.days.yesterday : null;
  return (
    <h2 id={`day-${startMs}`} className="flex items-baseline gap-3 font-semibold">
      {word ?? date}
      {word !== null && <span className="font-normal text-dim text-small">{date}</span>}
    </h2>
  );
}

function daysBetween(startMs: number, nowMs: number): number {
  const today = new Date(nowMs);
  today.setHours(0, 0, 0, 0);
  // Rounded, because a day may have 23 or 25 hours.
  return Math.round((today.getTime() - startMs) / DAY_MS);
}

function NextPage({
  onNear,
  scroller,
}: {
  onNear: () => void;
  scroller: { readonly current: HTMLElement | null };
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  }, [onNear]);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && near.current(), {
      root: scroller.current,
      rootMargin: LOAD_AHEAD,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [scroller]);
  return (
    <div ref={place} className="py-2 text-center text-dim text-small">
      {texts.activity.loadingMore}
    </div>
  );
}
