import type { UseQueryResult } from '@tanstack/react-query';
import type { Settings, SettingsChange } from '../../../preload/ipc/shapes/settings.ts';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import type { CommandRefused } from '../../state/bridge/bridge.ts';

/** This computer's settings, and a function to change one. */
export function useSettings(): {
  readonly settings: UseQueryResult<Settings, CommandRefused>;
  readonly error: CommandRefused | null;
  readonly isPending: boolean;
  /** The last change. */
  readonly saving: { readonly isSuccess: boolean; readonly error: CommandRefused | null };
  change(part: SettingsChange): void;
} {
  const settings = useAnswer('settings.get', {});
  const set = useAction('settings.set');
  return {
    settings,
    error: set.error,
    isPending: set.isPending,
    saving: set,
    change: (part) => set.mutate(part),
  };
}
