import { useEffect, useState } from 'react';

/** The time, told again every `everyMs`: for "2 s ago" that stays true while nothing else changes. */
export function useNow(everyMs = 10_000): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
