import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { type RecentChange, recentAct } from './recent-files.ts';

/** Who changed recent files and what they did with them, in one sentence. `who` is null if the service names no one. */
export function useRecentWords({ newest: entry, others }: RecentChange): {
  /** Of the newest file. */
  readonly file: string;
  /** The same, and how many others there are. */
  readonly name: string;
  readonly who: { readonly id: string; readonly name: string } | null;
  readonly sentence: string;
} {
  const me = useStatus(({ account }) => account.user);
  const root = useStatus(({ roots }) => roots.find(({ id }) => id === entry.rootId)?.name) ?? '';
  const parts = entry.path.split('/');
  const place = [root, ...parts.slice(0, -1)].filter((part) => part !== '').join(' / ');
  // A change on the service may have no author.
  const who = entry.by ?? (isMadeHere(entry) ? me : null);
  const act = recentAct(entry);
  const sentence =
    who === null || act === null
      ? `${entry.sentence} · ${place}`
      : texts.home.recently[act](who.id === me?.id ? null : who.name, place, others > 0);
  const file = parts.at(-1) ?? entry.path;
  return { file, name: others > 0 ? texts.home.andOthers(file, others) : file, who, sentence };
}

/** Uploads and restores from the trash of this computer are the user's own actions. */
const isMadeHere = ({ side, kind }: ActivityEntry): boolean => side === 'remote' || kind === 'restore-local';
