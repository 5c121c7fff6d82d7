import { File, History } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import type { List } from '../../state/service/use-list.ts';
import { administration } from '../../texts/administration.ts';
import { texts } from '../../texts/texts.ts';

export type KeptFile = ServiceAnswer<'listFilesOnHold'>['entries'][number];
export type KeptVersion = ServiceAnswer<'listFileVersionsOnHold'>['entries'][number];

/** Page size per kind. */
export const KEPT_PAGE = 50;

/** The files and earlier versions that an assignment holds. */
export function KeptContent({
  files,
  versions,
  words,
}: {
  files: List<KeptFile>;
  versions: List<KeptVersion>;
  words: { readonly files: string; readonly versions: string };
}): ReactNode {
  return (
    <div className="grid gap-3 rounded-control bg-mute-bg p-3">
      <Kept title={words.files} listing={files}>
        {files.entries.map(({ id, name = '' }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <File aria-hidden className="size-4 shrink-0 text-dim" />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </li>
        ))}
      </Kept>
      <Kept title={words.versions} listing={versions}>
        {versions.entries.map(({ id, name = '', version_number: number }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <History aria-hidden className="size-4 shrink-0 text-dim" />
            <span className="truncate">{administration.governance.versionOf(name, number ?? id)}</span>
          </li>
        ))}
      </Kept>
    </div>
  );
}

function Kept({ title, listing, children }: { title: string; listing: List<unknown>; children: ReactNode }): ReactNode {
  const { entries, isPending, error } = listing;
  return (
    <div className="grid gap-1">
      <p className=" text-small">{title}</p>
      {isPending && <Skeleton className="h-6" />}
      <ErrorMessage error={error} />
      {!isPending && error === null && entries.length === 0 && (
        <p className="text-dim text-small">{administration.governance.nothingHeld}</p>
      )}
      {entries.length > 0 && (
        <ul aria-label={title} className="grid max-h-48 gap-1 overflow-auto">
          {children}
        </ul>
      )}
      {listing.hasMore && <Button onPress={listing.more}>{texts.actions.more}</Button>}
    </div>
  );
}
