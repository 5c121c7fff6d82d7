import { createContext, useContext, useEffect, useRef } from 'react';
import type { CommandRefused } from './bridge.ts';

const LateRefusals = createContext<(error: CommandRefused) => void>(() => undefined);

/** Receives refusals of actions after their page has closed. */
export const LateRefusalsProvider = LateRefusals.Provider;

/** For the refusal of an action: it is shown by the row, dialog or page that began the action, and reported if that is gone before the answer. */
export function useLateRefusal(): (error: CommandRefused) => void {
  const report = useContext(LateRefusals);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (error) => {
    if (!isShown.current) report(error);
  };
}
