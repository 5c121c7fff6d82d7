import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { classNames } from '../../../components/layout/class-names.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { fileType } from '../../../parts/files/file-type.ts';
import { nameOf } from '../../../state/items/item.ts';
import { texts } from '../../../texts/texts.ts';
import { Thumbnail } from '../list/thumbnail.tsx';
import type { LookedFile } from './looked-file.ts';

/** How many files the strip shows at once, the current one in the middle. */
const SHOWN = 9;

/** The files around the current one. Not tab stops: the arrow keys lead through them. */
export function FileStrip({
  files,
  shown,
  index,
  onFile,
}: {
  files: readonly LookedFile[];
  shown: LookedFile;
  /** Its place among them. */
  index: number;
  onFile: (file: LookedFile) => void;
}): ReactNode {
  if (files.length < 2) return null;
  const first = Math.max(0, Math.min(index - Math.floor(SHOWN / 2), files.length - SHOWN));
  return (
    <ul
      aria-label={texts.files.strip}
      className="flex shrink-0 justify-center gap-3 overflow-hidden border-line border-t px-4 py-5 max-sm:hidden"
    >
      {files.slice(first, first + SHOWN).map((file) => (
        <li key={file.id}>
          <Button
            excludeFromTabOrder
            aria-label={nameOf(file)}
            {...(file.id === shown.id ? { 'aria-current': true } : {})}
            onPress={() => onFile(file)}
            className={classNames(
              'grid h-12 w-18 cursor-default place-items-center overflow-hidden rounded-control bg-card hover:opacity-100',
              file.id === shown.id ? 'outline-2 outline-accent outline-offset-2' : 'opacity-75',
            )}
          >
            <Thumbnail item={file} fallback={<FileIcon type={fileType(nameOf(file))} size={24} />} />
          </Button>
        </li>
      ))}
    </ul>
  );
}
