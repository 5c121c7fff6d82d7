import type { Store } from '../../store/store.ts';

/** Remembers the notices already shown, across restarts: none is shown twice. */
export type ShownNotices = {
  /** True on the first call for this id, which is recorded before returning. */
  markShown(id: string): boolean;
  wasShown(id: string): boolean;
};

/** How many ids are remembered. */
const REMEMBERED = 500;

/** `setting`: where the ids of one kind of notices are kept. */
export function createShownNotices(
  store: Pick<Store, 'setting' | 'setSetting'>,
  setting: 'told_notices' | 'told_mentions' = 'told_notices',
): ShownNotices {
  const shown = (): readonly string[] => (store.setting(setting) ?? '').split('\n').filter((line) => line !== '');
  const wasShown = (id: string): boolean => shown().includes(id);
  return {
    wasShown,
    markShown: (id) => {
      if (wasShown(id)) return false;
      store.setSetting(setting, [...shown(), id].slice(-REMEMBERED).join('\n'));
      return true;
    },
  };
}
