import type { ReactNode } from 'react';
import { listRow } from '../../components/collection/row-keys.ts';
import { FactLine } from '../../components/layout/fact-line.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';

/** One question, on Home and in Attention: what happened, where, and the ways out. */
export function AttentionRow({
  type,
  title,
  facts,
  children,
}: {
  type: Parameters<typeof FileIcon>[0]['type'];
  title: string;
  facts: readonly (string | null)[];
  /** The buttons and the text below them. */
  children: ReactNode;
}): ReactNode {
  return (
    <li {...listRow} className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:px-6">
      <FileIcon type={type} size={32} />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{title}</p>
        <FactLine facts={facts} size="dense" />
      </div>
      {children}
    </li>
  );
}
