import { type RefObject, useEffect, useRef } from 'react';

/** Reports the last row in sight of a list whose rows have no common height, and again whenever that changes. */
export function useSeenRows<Element extends HTMLElement>(
  count: number,
  seen: (lastRow: number) => void,
): RefObject<Element | null> {
  const list = useRef<Element>(null);
  useEffect(() => {
    const rows = [...(list.current?.children ?? [])];
    const places = new Map(rows.map((row, index) => [row, index]));
    const inSight = new Set<number>();
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        const place = places.get(target) ?? 0;
        if (isIntersecting) inSight.add(place);
        else inSight.delete(place);
      }
      if (inSight.size > 0) seen(Math.max(...inSight));
    });
    for (const row of rows) observer.observe(row);
    return () => observer.disconnect();
  }, [count, seen]);
  return list;
}
