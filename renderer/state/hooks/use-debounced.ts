import { useEffect, useState } from 'react';

/** The value after it has been stable for a while, so that typing triggers one query per pause and not per key. */
export function useDebounced<Value>(value: Value, quietMs = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
