import { memo, type ReactNode } from 'react';
import { classNames } from '../../components/layout/class-names.ts';
import type { FileType } from './file-type.ts';

/** Row: 24 in a row of one line, 32 in the two-line row of a narrow window. */
export type FileIconSize = 20 | 24 | 32 | 64 | 'row';

export const iconSizes: Readonly<Record<FileIconSize, string>> = {
  20: 'size-5',
  24: 'size-6',
  32: 'size-8',
  64: 'size-16',
  row: 'size-6 max-sm:size-8',
};

const colours: Readonly<Record<FileType, string>> = {
  folder: 'text-t-folder',
  shared: 'text-t-folder',
  doc: 'text-t-doc',
  sheet: 'text-t-sheet',
  slide: 'text-t-slide',
  pdf: 'text-t-pdf',
  image: 'text-t-image',
  video: 'text-t-video',
  audio: 'text-t-audio',
  zip: 'text-t-zip',
  code: 'text-t-code',
  cad: 'text-t-cad',
  text: 'text-t-code',
};

const PAPER = 'M13.5 2.5h-7A1.5 1.5 0 0 0 5 4v16a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 20V8zm0 0V8H19';
const PAPER_FILL = 'M6 2.5h7.5L19 8v12a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20V4a1.5 1.5 0 0 1 1-1.5z';

/** The symbol on the sheet of paper. */
const marks: Readonly<Record<Exclude<FileType, 'folder' | 'shared'>, string>> = {
  doc: 'M8.5 12h7M8.5 15h7M8.5 18h4',
  sheet: 'M8.5 11.5h7v7h-7zM8.5 15h7M12 11.5v7',
  slide: 'M8 12h8v5.5H8zM12 17.5v1.5',
  pdf: 'M8.5 18.3c2-1 3.6-4.3 3.5-7 0 2.8 1.8 4.7 3.8 4.7-2.6-.2-5.3.6-7.3 2.3',
  image: 'M8 18l2.8-3.8 2 2.3 1.4-1.7L16.5 18zM14.8 11.6h.01',
  video: 'M10.2 11.8v5.9l4.7-2.950z',
  audio: 'M10.5 17V12l4-.8V16M9.2 17.1a1.3 1.1 0 1 0 1.3-1M13.2 16.2a1.3 1.1 0 1 0 1.3-1',
  zip: 'M10 5h1.5M10 7.5h1.5M10 10h1.5M10.750 12.5v2M9.5 14.5h2.5v3.5h-2.5z',
  code: 'M10.3 12.5 8.3 15l2 2.5M13.7 12.5l2 2.5-2 2.5',
  cad: 'M8.5 18.5v-7l7 7zM10.5 16.5v-.6',
  text: 'M8.5 12h7M8.5 15h5',
};

/** The icon of a file or folder by kind: shape and colour. Decorative, because the name is next to it. */
export const FileIcon = memo(function FileIcon({
  type,
  size = 24,
}: {
  type: FileType;
  size?: FileIconSize;
}): ReactNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      data-file-type={type}
      className={classNames('shrink-0', iconSizes[size], colours[type])}
    >
      {type === 'folder' || type === 'shared' ? <Folder isShared={type === 'shared'} /> : <Paper mark={marks[type]} />}
    </svg>
  );
});

function Paper({ mark }: { mark: string }): ReactNode {
  return (
    <>
      <path d={PAPER_FILL} fill="currentColor" opacity={0.14} />
      <path
        d={PAPER + mark}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  );
}

function Folder({ isShared }: { isShared: boolean }): ReactNode {
  return (
    <>
      <path
        d="M2.5 6A1.5 1.5 0 0 1 4 4.5h5.1l2.2 2.5H20A1.5 1.5 0 0 1 21.5 8.5v9h-19z"
        fill="currentColor"
        opacity={0.55}
      />
      <path d="M2.5 9.5h19V18a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 18z" fill="currentColor" />
      {isShared && (
        <path
          className="fill-card"
          d="M12 10.9a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM8.4 18c.2-2.2 1.7-3.2 3.6-3.2s3.4 1 3.6 3.2z"
        />
      )}
    </>
  );
}
