import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { startArchive, startDownload } from '../../state/items/download.ts';
import { type Item, may, nameOf } from '../../state/items/item.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { MenuStep } from './menu-step.tsx';

/** Has what is chosen kept on this computer: a file as it is, a folder or several things as one archive. */
export function DownloadStep({
  chosen,
  onRefused,
}: {
  chosen: readonly Item[];
  onRefused: (sentence: string | null) => void;
}): ReactNode {
  const download = useServiceAction(keep);
  const canDownload = chosen.every((item) => may(item, 'can_download'));
  // A bookmark has no content; among others it comes along as a file that opens it.
  if (!canDownload || chosen.every(({ type }) => type === 'web_link')) return null;
  return (
    <MenuStep
      icon={Download}
      text={download.isPending ? texts.files.preparing : texts.files.download}
      isPending={download.isPending}
      onPress={() =>
        download.mutate(chosen, {
          onSuccess: () => onRefused(null),
          onError: ({ message, remedy }) => onRefused(`${message} ${remedy}`.trim()),
        })
      }
    />
  );
}

function keep(bridge: TandemBridge, chosen: readonly Item[]): Promise<void> {
  const [first] = chosen;
  const single = chosen.length === 1 ? first : undefined;
  if (single?.type === 'file') return startDownload(bridge, { fileId: single.id });
  return startArchive(bridge, single === undefined ? texts.files.archiveOf(chosen.length) : nameOf(single), chosen);
}
