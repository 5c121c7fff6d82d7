import { useEffect, useState } from 'react';

/** The value once it has not changed for so long: what is typed is asked for when the person pauses, not with every key. */
export function useDebounced<Value>(value: Value, quietMs = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
