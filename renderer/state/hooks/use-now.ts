import { useEffect, useState } from 'react';

/** The current time, updated every `everyMs`, so that "2 s ago" stays true. */
export function useNow(everyMs = 10_000): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
