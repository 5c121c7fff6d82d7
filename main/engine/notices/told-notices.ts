import type { Store } from '../store/store.ts';

/** What a person was told already, across restarts: nothing is told twice (architecture.md, Flows). */
export type ToldNotices = {
  /** True the first time that this id is asked for; it is written down before it returns. */
  tellOnce(id: string): boolean;
};

/** Ids that are remembered at least. */
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
