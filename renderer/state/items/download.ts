import { archivePath, contentPath, type WantedContent } from '../../../preload/ipc/shapes/content.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { texts } from '../../texts/texts.ts';
import { ask, CommandRefused } from '../bridge/bridge.ts';
import type { Item } from './item.ts';

/**
 * Saves a file through the browser or the desktop. Possible refusals are checked first, since a download that fails later is
 * reported only in the browser's own list. Rejects with `CommandRefused`.
 */
export async function startDownload(bridge: TandemBridge, wanted: WantedContent): Promise<void> {
  const { path: address } = await ask(bridge, 'window.address', { path: contentPath('download', wanted) });
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null);
  if (answer?.ok !== true) {
    throw new CommandRefused({ code: 'not_downloaded', message: sentenceOf(answer?.status ?? 0), remedy: '' });
  }
  keepFrom(address);
}

/** Items to download as one archive, `name` without its extension. `visit`: they are behind a shared link. */
export type WantedArchive = {
  readonly name: string;
  readonly items: readonly Pick<Item, 'type' | 'id'>[];
  readonly visit?: string;
};

/**
 * Downloads items as one archive. All items are checked first: it has everything that the person may download, or is refused. Resolves with the
 * number of files that are left out. Rejects with `CommandRefused`.
 */
export async function startArchive(bridge: TandemBridge, { items, ...wanted }: WantedArchive): Promise<number> {
  const named = items.map(({ type, id }) => ({ type, id }));
  const { archive, leftOut } = await ask(bridge, 'archive.gather', { ...wanted, items: named });
  const { path } = await ask(bridge, 'window.address', { path: archivePath(archive) });
  keepFrom(path);
  return leftOut;
}

/** A sentence about an archive; null: it has everything. */
export const leftOutOf = (count: number): string | null => (count === 0 ? null : texts.files.leftOut(count));

function keepFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

function sentenceOf(status: number): string {
  switch (status) {
    case 403:
      return texts.details.downloadForbidden;
    case 404:
    case 410:
      return texts.details.downloadGone;
    default:
      return texts.details.downloadUnreached;
  }
}
