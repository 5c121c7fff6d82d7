import { HardDrive } from 'lucide-react';
import type { ReactNode } from 'react';
import { Progress } from '../../components/feedback/progress.tsx';
import { useRootFolders } from '../../state/items/root-folders.ts';
import { texts } from '../../texts/texts.ts';

/** The free space of the disk beside what the folder of the service takes, and a way out if that is more. */
export function DiskSpace({
  freeBytes,
  remoteId,
}: {
  /** Null: not known. */
  freeBytes: number | null;
  remoteId: string | null;
}): ReactNode {
  const neededBytes = useRootFolders(remoteId === null ? [] : [remoteId]).get(remoteId ?? '')?.bytes ?? null;
  if (freeBytes === null) return null;
  const isTooLarge = neededBytes !== null && neededBytes > freeBytes;
  return (
    <div className="flex items-center gap-3">
      <HardDrive aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="flex flex-wrap justify-between gap-x-4 text-dense">
          <span>{texts.welcome.free(freeBytes)}</span>
          {neededBytes !== null && (
            <span className={isTooLarge ? 'text-warn' : 'text-dim'}>{texts.welcome.needed(neededBytes)}</span>
          )}
        </p>
        {neededBytes !== null && (
          <Progress
            label={texts.welcome.neededShare}
            share={freeBytes === 0 ? 1 : neededBytes / freeBytes}
            tone={isTooLarge ? 'warn' : 'storage'}
          />
        )}
        <p aria-live="polite" className="text-dense empty:hidden">
          {isTooLarge && texts.welcome.tooLarge}
        </p>
      </div>
    </div>
  );
}
