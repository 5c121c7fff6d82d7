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

/**
 * Downloads items as one archive, `name` with the archive's extension. All items are checked first: an archive is complete or refused. Rejects with
 * `CommandRefused`.
 */
export async function startArchive(bridge: TandemBridge, name: string, items: readonly Item[]): Promise<void> {
  const wanted = items.map(({ type, id }) => ({ type, id }));
  const { archive } = await ask(bridge, 'archive.gather', { name, items: wanted });
  const { path } = await ask(bridge, 'window.address', { path: archivePath(archive) });
  keepFrom(path);
}

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
