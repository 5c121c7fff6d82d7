import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Facts } from '../../../components/layout/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { hrefOf } from '../../../state/hooks/route.ts';
import { folderOf, linkOf } from '../../../state/items/item.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import type { LookedFile } from './looked-file.ts';

/** What is known of the file, beside its preview; the panel of the list has the rest. */
export function LookDetails({ file, onAll }: { file: LookedFile; onAll: () => void }): ReactNode {
  const { columns, changedBy, lookDetails, allDetails } = texts.files;
  const folder = folderOf(file);
  const url = linkOf(file);
  return (
    <aside
      aria-label={lookDetails}
      className="grid w-76 shrink-0 content-start gap-4 overflow-auto border-line border-s bg-side p-6 max-md:absolute max-md:inset-0 max-md:z-1 max-md:w-full"
    >
      <h2 className="font-semibold">{lookDetails}</h2>
      <Facts
        facts={[
          [
            columns.place,
            folder === null ? null : (
              <a key="folder" href={hrefOf('files', { folder: folder.id })} className="text-accent hover:underline">
                {folder.id === '0' ? texts.files.top : folder.name}
              </a>
            ),
          ],
          [columns.date, <Moment key="at" at={file.content_modified_at ?? file.modified_at} />],
          [changedBy, file.modified_by?.name ?? null],
          [columns.size, formatBytes(file.size ?? 0)],
          [
            texts.details.tabs.link,
            url === undefined ? null : (
              <span key="link" className="wrap-anywhere">
                {url}
              </span>
            ),
          ],
        ]}
      />
      <div className="border-line border-t pt-4">
        <Button onPress={onAll}>{allDetails}</Button>
      </div>
    </aside>
  );
}
