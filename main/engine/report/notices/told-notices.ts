import type { Store } from '../../store/store.ts';

/** Remembers the notices already shown, across restarts: none is shown twice (architecture.md, Flows). */
export type ToldNotices = {
  /** True on the first call for this id, which is recorded before returning. */
  tellOnce(id: string): boolean;
};

/** How many ids are remembered. */
const REMEMBERED = 500;
const SETTING = 'told_notices';

export function createToldNotices(store: Pick<Store, 'setting' | 'setSetting'>): ToldNotices {
  return {
    tellOnce: (id) => {
      const told = (store.setting(SETTING) ?? '').split('\n').filter((line) => line !== '');
      if (told.includes(id)) return false;
      store.setSetting(SETTING, [...told, id].slice(-REMEMBERED).join('\n'));
      return true;
    },
  };
}
