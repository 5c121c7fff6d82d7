import type { Store } from '../../store/store.ts';

/** Remembers the notices already shown, across restarts: none is shown twice (architecture.md, Flows). */
export type ToldNotices = {
  /** True on the first call for this id, which is recorded before returning. */
  tellOnce(id: string): boolean;
  isTold(id: string): boolean;
};

/** How many ids are remembered. */
const REMEMBERED = 500;

/** `setting`: where the ids of one kind of notices are kept. */
export function createToldNotices(
  store: Pick<Store, 'setting' | 'setSetting'>,
  setting: 'told_notices' | 'told_mentions' = 'told_notices',
): ToldNotices {
  const told = (): readonly string[] => (store.setting(setting) ?? '').split('\n').filter((line) => line !== '');
  const isTold = (id: string): boolean => told().includes(id);
  return {
    isTold,
    tellOnce: (id) => {
      if (isTold(id)) return false;
      store.setSetting(setting, [...told(), id].slice(-REMEMBERED).join('\n'));
      return true;
    },
  };
}
