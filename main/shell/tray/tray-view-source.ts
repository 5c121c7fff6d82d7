import type { UpdateState } from '../../../preload/ipc/shapes/desktop.ts';
import { inWords } from '../../../preload/words/wording.ts';
import type { SpokenParts } from '../shell-parts.ts';
import type { TrayView } from './tray-menu.ts';
import { firstTrayView, withActivity, withStatus, withUpdate } from './tray-view.ts';

/** Keeps the tray up to date with the status, the journal and updates, starting with the existing journal. */
export async function keepTrayCurrent(
  { handlers, feeds, updates, texts }: Pick<SpokenParts, 'handlers' | 'feeds' | 'updates' | 'texts'>,
  show: (view: TrayView) => void,
): Promise<() => void> {
  let view = firstTrayView(texts);
  const change = (changed: TrayView): void => {
    view = changed;
    show(view);
  };
  const before = await handlers['activity.list']({ limit: 20 });
  if (before.ok) change(withActivity(view, inWords(before.value.entries, texts.say).toReversed()));
  const ends = [
    feeds.subscribe('status', (status) => change(withStatus(view, status))),
    feeds.subscribe('activity', (entries) => change(withActivity(view, entries))),
    updates.subscribe((state: UpdateState) => change(withUpdate(view, state))),
  ];
  return () => {
    for (const end of ends) end();
  };
}
